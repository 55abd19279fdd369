// @vitest-environment happy-dom
// What visitors see in place of a private page: an example marked as one, a demo account, login and registration.
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reactRoot } from '../../support/browser/react-root.ts';

const navigate = vi.fn();
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }));

const place = reactRoot();
const buttons = (): HTMLButtonElement[] => [...place.host.querySelectorAll('button')];

async function show(demo: 0 | 1): Promise<void> {
  vi.resetModules();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ code: 0, msg: '', data: { features: { demo } } }))),
  );
  const { setCallContext } = await import('../../../src/api/call-context.ts');
  setCallContext({
    base: '',
    token: () => '',
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
  const { LoginCard } = await import('../../../src/components/common/async-states.tsx');
  const { loadExchangeMode } = await import('../../../src/stores/market/exchange-mode.ts');
  await act(async () => {
    place.root.render(<LoginCard text="What it is for" back="/pages/x" example={[['Rate', '0.30 %']]} />);
  });
  await act(() => loadExchangeMode());
}

beforeEach(() => navigate.mockClear());

describe('LoginCard', () => {
  it('marks its figures as an example', async () => {
    await show(1);
    expect(place.host.querySelector('figcaption')?.textContent).toBe('preview.example');
    expect(place.host.querySelector('figure')?.textContent).toContain('Rate0.30 %');
    expect(place.host.textContent).toContain('preview.title');
    expect(place.host.textContent).toContain('What it is for');
  });

  it('leads to login and registration, and back from there', async () => {
    await show(1);
    const [demo, logIn, register] = buttons();
    expect(demo?.dataset).toMatchObject({ testid: 'start-demo', kind: 'primary' });
    logIn?.click();
    register?.click();
    expect(navigate.mock.calls).toEqual([
      [{ to: '/pages/common/login', search: { back: '/pages/x' } }],
      [{ to: '/pages/common/reg', search: { back: '/pages/x' } }],
    ]);
  });

  it('offers no demo account where the exchange has none', async () => {
    await show(0);
    expect(buttons().map(({ textContent, dataset }) => `${textContent} ${dataset['kind']}`)).toEqual([
      'auth.login primary',
      'auth.register quiet',
    ]);
    expect(place.host.textContent).toContain('tips.login');
  });
});
