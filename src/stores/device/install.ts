// Installation of the app.
// The browser's prompt, stored when it is offered, and whether it is installed.
import { type ReadonlySignal, signal } from '@preact/signals-react';

/** `beforeinstallprompt` of Chromium browsers; not standardised. */
interface InstallOffer extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offer = signal<InstallOffer | null>(null);
const installed = signal(false);

/** Set while the browser offers installation. */
export const installOffer: ReadonlySignal<Event | null> = offer;
/** The app runs standalone, or was just installed. */
export const appInstalled: ReadonlySignal<boolean> = installed;

/** Stores the prompt, which is offered once and early. Called once, before the first page. */
export function watchInstall(frame: Window): void {
  installed.value =
    frame.matchMedia('(display-mode: standalone)').matches ||
    (frame.navigator as { standalone?: boolean }).standalone === true;
  frame.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.value = event as InstallOffer;
  });
  frame.addEventListener('appinstalled', () => {
    installed.value = true;
    offer.value = null;
  });
}

/**
 * Shows the browser's install dialog; false when the user declined or there is no prompt. A prompt can be used once.
 */
export async function install(): Promise<boolean> {
  const now = offer.peek();
  if (now === null) return false;
  offer.value = null;
  await now.prompt();
  return (await now.userChoice).outcome === 'accepted';
}
