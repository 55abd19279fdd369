// The device's position, requested on demand.
import { useState } from 'react';

/** Most devices find their position within this time, or not at all. */
const TIMEOUT_MS = 15_000;

export interface DeviceLocation {
  /** denied: refused by the user or the browser. unknown: allowed, but no position is available. */
  state: 'idle' | 'asking' | 'denied' | 'unknown';
  request: () => void;
}

/** `onLocation` receives degrees, north and east positive. */
export function useDeviceLocation(onLocation: (lat: number, lng: number) => void): DeviceLocation {
  const [state, setState] = useState<DeviceLocation['state']>('idle');
  const request = (): void => {
    if (!('geolocation' in navigator)) return setState('unknown');
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        onLocation(coords.latitude, coords.longitude);
      },
      (error) => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'unknown'),
      { timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
  };
  return { state, request };
}
