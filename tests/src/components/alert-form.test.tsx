// @vitest-environment happy-dom
// The form of an alert: what is typed for one rule is no value of another.
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { AlertForm } from '../../../src/components/market/alert-form.tsx';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { beginSession } from '../../../src/stores/account/session.ts';
import { instrumentById, setInstruments } from '../../../src/stores/market/instruments.ts';
import { reactRoot, typeInto } from '../../support/browser/react-root.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const place = reactRoot();

beforeEach(async () => {
  await startI18n('en-US');
  await loadNamespaces(['alert']);
  setInstruments([btcInfo()]);
});

it('a price is not taken for a percentage', async () => {
  await act(async () => place.root.render(<AlertForm market={instrumentById(2)!} onSet={() => undefined} />));
  const field = (): HTMLInputElement => place.host.querySelector('[data-testid="alert-value"]')!;
  await typeInto(field(), '65000');
  await act(async () => place.host.querySelectorAll<HTMLElement>('[role="radio"]')[1]!.click());
  expect([place.host.querySelector('label')?.textContent, field().value]).toEqual(['Change', '']);
});

it('a margin ratio is of one market only where there are contracts', async () => {
  const user = { id: 10_001, email: 'a@b.c' };
  beginSession({ accesstoken: 'token', expireTime: 1, user, userKyc: null, hasGoogleAuth: 0, service: '' });
  setInstruments([btcInfo(), { ...btcInfo(), id: 102, pair: 'BTCUSDT', contractEnable: 1 }]);
  const choices = async (id: number): Promise<(string | null)[]> => {
    await act(async () =>
      place.root.render(<AlertForm key={id} market={instrumentById(id)!} onSet={() => undefined} />),
    );
    await act(async () => place.host.querySelectorAll<HTMLElement>('[role="radio"]')[2]!.click());
    return [...place.host.querySelectorAll('[role="radio"]')].map(({ textContent }) => textContent);
  };
  expect(await choices(102)).toEqual(expect.arrayContaining(['All positions', 'BTCUSDT']));
  expect(await choices(2)).not.toContain('All positions');
});
