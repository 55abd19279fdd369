// Where the device is, asked only when a person taps for it.
import { useState } from 'react';

/** A device that needs longer than this outdoors will not find itself indoors either. */
const TIMEOUT_MS = 15_000;

export interface DeviceLocation {
  /** denied: the person or the browser said no. unknown: allowed, but the device does not know. */
  state: 'idle' | 'asking' | 'denied' | 'unknown';
  ask: () => void;
}

/** `tell` gets degrees, north and east positive. */
export function useDeviceLocation(tell: (lat: number, lng: number) => void): DeviceLocation {
  const [state, setState] = useState<DeviceLocation['state']>('idle');
  const ask = (): void => {
    if (!('geolocation' in navigator)) return setState('unknown');
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        tell(coords.latitude, coords.longitude);
      },
      (error) => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'unknown'),
      { timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
  };
  return { state, ask };
}
