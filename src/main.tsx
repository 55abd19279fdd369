// Entry of the screen: looks, language, the street to the market, then the pages.
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { goToLoginWhenSessionEnds } from './app/session-watch.ts';
import { httpsAddress, keepInvitation } from './app/launch.ts';
import { openCalls, openStreet } from './app/street.ts';
import { router } from './app/router.tsx';
import { startI18n } from './i18n/i18n.ts';
import { languageCode } from './state/language.ts';
import { watchOnline } from './state/online.ts';
import { followOtherTabs } from './state/storage.ts';
import { dressDocument } from './state/theme.ts';
import './styles/tokens.css';
import './styles/base.css';

async function start(host: HTMLElement): Promise<void> {
  dressDocument(document.documentElement);
  keepInvitation(window.location.search);
  followOtherTabs();
  watchOnline();
  openCalls();
  openStreet();
  await startI18n(languageCode());
  goToLoginWhenSessionEnds();
  createRoot(host).render(<StrictMode><RouterProvider router={router} /></StrictMode>);
}

const secure = httpsAddress(window.location);
const host = document.getElementById('root');
if (secure !== null) window.location.replace(secure);
else if (host) void start(host);
