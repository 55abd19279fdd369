// Installing the app on the device: the browser's offer, kept from the moment it is made, and whether it already is.
import { type ReadonlySignal, signal } from '@preact/signals-react';

/** The event of Chromium browsers; the standard does not know it. */
interface InstallOffer extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offer = signal<InstallOffer | null>(null);
const installed = signal(false);

/** The browser offers to install now. */
export const installOffer: ReadonlySignal<Event | null> = offer;
/** The app runs from the home screen, or was just installed. */
export const appInstalled: ReadonlySignal<boolean> = installed;

/** Keeps the offer, which comes once and early. Called once, before the first page. */
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
 * Asks the user by the browser's own dialog; false when they declined, or there is no offer. An offer can be used once.
 */
export async function install(): Promise<boolean> {
  const now = offer.peek();
  if (now === null) return false;
  offer.value = null;
  await now.prompt();
  return (await now.userChoice).outcome === 'accepted';
}
