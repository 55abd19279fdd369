// Time zones to choose from: those where people trade, and how far each is from UTC at a moment.

/** IANA names; '' is the device's own. */
export const ZONES = [
  'America/Los_Angeles',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Taipei',
  'Asia/Hong_Kong',
  'Asia/Tokyo',
  'Australia/Sydney',
] as const;
export const UTC = 'UTC';

/** A zone that can be chosen as it is; any other is the device's own. */
export function knownZone(zone: string): string {
  return zone === UTC || (ZONES as readonly string[]).includes(zone) ? zone : '';
}

/** "UTC+05:30" of a zone at `epochMs`; '' is the device's own. A zone that this browser does not know is "UTC". */
export function offsetText(zone: string, epochMs: number): string {
  let parts: Intl.DateTimeFormatPart[];
  try {
    parts = new Intl.DateTimeFormat('en-US', {
      ...(zone && { timeZone: zone }),
      timeZoneName: 'longOffset',
    }).formatToParts(epochMs);
  } catch {
    // RangeError: an older device without that zone.
    return 'UTC';
  }
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC');
}
