// What can be done on this device to have the app on its home screen.
import { isIos } from '../../lib/device-platform.ts';

/**
 * `installed` already; `prompt`: the browser offers it; `ios`: by hand in Safari; `phone`: by the browser's menu;
 * `desktop`: by a phone's camera.
 */
export type Way = 'installed' | 'prompt' | 'ios' | 'phone' | 'desktop';

export interface Device {
  userAgent: string;
  maxTouchPoints: number;
}

export function wayOf(device: Device, installed: boolean, offered: boolean): Way {
  if (installed) return 'installed';
  if (isIos(device)) return 'ios';
  if (offered) return 'prompt';
  return /Android|Mobile/.test(device.userAgent) ? 'phone' : 'desktop';
}
