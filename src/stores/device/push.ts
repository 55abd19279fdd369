// This browser as one that takes pushes: allowed by the person, known to the exchange.
import { call } from '../../api/call.ts';

/**
 * off: it could. denied: the person or the system said no. none: this browser, or this way of opening it, has no
 * pushes.
 */
export type PushState = 'on' | 'off' | 'denied' | 'none';

function hasPushes(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined';
}

async function manager(): Promise<PushManager | null> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null;
}

/** How it stands, without asking anybody. */
export async function pushState(): Promise<PushState> {
  if (!hasPushes()) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && (await (await manager())?.getSubscription()) ? 'on' : 'off';
}

/** Asks the person, then the browser, then tells the exchange. `publicKey` in base64url. Throws CallError. */
export async function takePushes(publicKey: string): Promise<PushState> {
  if (!hasPushes()) return 'none';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const pushes = await manager();
  if (!pushes) return 'none';
  let subscription: PushSubscription;
  try {
    subscription = await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (cause) {
    console.warn('this browser takes no pushes', cause);
    return 'none';
  }
  const { endpoint, keys } = subscription.toJSON();
  await call('/user/notice', {
    pageSize: 1,
    pushEndpoint: endpoint ?? '',
    pushP256dh: keys?.['p256dh'] ?? '',
    pushAuth: keys?.['auth'] ?? '',
  });
  return 'on';
}

/** Ends them: here, and at the exchange. Throws CallError. */
export async function leavePushes(): Promise<PushState> {
  const subscription = await (await manager())?.getSubscription();
  if (!subscription) return 'off';
  await subscription.unsubscribe();
  await call('/user/notice', { pageSize: 1, pushEndpoint: subscription.endpoint });
  return 'off';
}
