// Push subscription of this browser: the user's permission and its registration at the exchange.
import { call } from '../../api/call.ts';

/** on: subscribed. off: available. denied: refused by the user or the system. none: not supported here. */
export type PushState = 'on' | 'off' | 'denied' | 'none';

function hasPushes(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined';
}

async function pushManager(): Promise<PushManager | null> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null;
}

/** The state where it is known at once; null where notifications are allowed, which may be with or without push. */
export function knownPushState(): PushState | null {
  if (!hasPushes()) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' ? null : 'off';
}

/** Current state, without prompting. */
export async function pushState(): Promise<PushState> {
  return knownPushState() ?? ((await (await pushManager())?.getSubscription()) ? 'on' : 'off');
}

/** Asks for permission, subscribes, and registers at the exchange. `publicKey` in base64url. Throws CallError. */
export async function subscribePush(publicKey: string): Promise<PushState> {
  if (!hasPushes()) return 'none';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const pushes = await pushManager();
  if (!pushes) return 'none';
  let subscription: PushSubscription;
  try {
    subscription = await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (cause) {
    console.warn('push subscription failed', cause);
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

/** Unsubscribes here and at the exchange. Throws CallError. */
export async function unsubscribePush(): Promise<PushState> {
  const subscription = await (await pushManager())?.getSubscription();
  if (!subscription) return 'off';
  await subscription.unsubscribe();
  await call('/user/notice', { pageSize: 1, pushEndpoint: subscription.endpoint });
  return 'off';
}
