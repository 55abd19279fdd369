// This browser as one that takes pushes: allowed by the person, known to the exchange.
import { call } from '../../api/call.ts';

/** denied: the person or the system said no. none: this browser, or this way of opening it, has no pushes. */
export type PushOutcome = 'on' | 'denied' | 'none';

/** Asks the person, then the browser, then tells the exchange. `publicKey` in base64url. Throws CallError. */
export async function takePushes(publicKey: string): Promise<PushOutcome> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || typeof Notification === 'undefined') return 'none';
  if (await Notification.requestPermission() !== 'granted') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'none';
  let subscription: PushSubscription;
  try {
    subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (cause) {
    console.warn('this browser takes no pushes', cause);
    return 'none';
  }
  const { endpoint, keys } = subscription.toJSON();
  await call('/user/notice', { pageSize: 1, pushEndpoint: endpoint ?? '', pushP256dh: keys?.['p256dh'] ?? '', pushAuth: keys?.['auth'] ?? '' });
  return 'on';
}
