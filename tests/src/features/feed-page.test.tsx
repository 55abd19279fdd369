// @vitest-environment happy-dom
// The feed status page: a changed connection state at once, not with the next log sample, in numbers of the language.
import { act } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { LINK, CONNECTION_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';
import { SocketCard } from '../../../src/features/status/feed-page.tsx';
import { setNumberLanguage } from '../../../src/lib/number-style.ts';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { applyConnection } from '../../../src/stores/market/connection.ts';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();
beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['status']);
});

it('shows the state of the connection at once', () => {
  act(() => place.root.render(<SocketCard />));
  expect(place.host.textContent).toContain('Not started');
  const columns = new Float64Array(F.size);
  columns[F.state] = LINK.open;
  act(() => applyConnection(columns, 0, Date.now()));
  expect(place.host.textContent).toContain('Open');
});

it('writes the messages per second with the decimal point of the language', () => {
  setNumberLanguage('de-DE');
  act(() => place.root.render(<SocketCard key="german" />));
  expect(place.host.textContent).toMatch(/Messages per second\d+,\d/);
  setNumberLanguage('en-US');
});
