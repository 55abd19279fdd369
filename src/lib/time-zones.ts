// Time zones on offer, and their UTC offset at a moment.

/** IANA names of the zones on offer. */
export const TIME_ZONES = [
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

/** `zone` where it is on offer, else '' (the device's zone). */
export function supportedTimeZone(zone: string): string {
  return zone === UTC || (TIME_ZONES as readonly string[]).includes(zone) ? zone : '';
}

/**
 * Offset of a zone at `epochMs`, such as "UTC+05:30"; '' is the device's zone. "UTC" for a zone that
 * the browser does not know.
 */
export function utcOffsetText(zone: string, epochMs: number): string {
  let parts: Intl.DateTimeFormatPart[];
  try {
    parts = new Intl.DateTimeFormat('en-US', {
      ...(zone && { timeZone: zone }),
      timeZoneName: 'longOffset',
    }).formatToParts(epochMs);
  } catch {
    // RangeError: the browser does not know the zone.
    return 'UTC';
  }
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC');
}
