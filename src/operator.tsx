// Entry of the operator's page (/ops): the theme of the device, then login and the views.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OperatorApi } from './features/operator/operator-api.ts';
import { OperatorPage } from './features/operator/operator-page.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/operator.css';

/** The page stores nothing, so it has the device's theme and not the one that a user chose in the app. */
function followDeviceTheme(): void {
  const light = window.matchMedia('(prefers-color-scheme: light)');
  const apply = (): void => {
    document.documentElement.dataset['theme'] = light.matches ? 'light' : 'dark';
  };
  apply();
  light.addEventListener('change', apply);
}

/** Reads a token or an invitation behind the `#`, which browsers never send, and removes it from the address. */
function readLink(): { token: string | null; invite: string | null } {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  window.history.replaceState(null, '', '/ops');
  return { token: fragment.get('token'), invite: fragment.get('invite') };
}

followDeviceTheme();
const host = document.getElementById('root');
if (host)
  createRoot(host).render(
    <StrictMode>
      <OperatorPage api={new OperatorApi()} link={readLink()} />
    </StrictMode>,
  );
