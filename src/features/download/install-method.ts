// The method by which this device can install the app.
import { isIos } from '../../lib/device-platform.ts';

/**
 * `installed`: already done. `prompt`: the browser offers it. `ios`: manually in Safari. `phone`: by
 * the browser's menu. `desktop`: by scanning a QR code with a phone.
 */
export type InstallMethod = 'installed' | 'prompt' | 'ios' | 'phone' | 'desktop';

export interface Device {
  userAgent: string;
  maxTouchPoints: number;
}

export function installMethod(device: Device, installed: boolean, offered: boolean): InstallMethod {
  if (installed) return 'installed';
  if (isIos(device)) return 'ios';
  if (offered) return 'prompt';
  return /Android|Mobile/.test(device.userAgent) ? 'phone' : 'desktop';
}
