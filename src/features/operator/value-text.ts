// Values of answers as text.

const TIME_FIELD = /Time$|^ts$|Until$/;

/** UTC date and time to the second; '' for no time (0). */
export function formatTime(ms: unknown): string {
  return Number(ms) > 0 ? new Date(Number(ms)).toISOString().replace('T', ' ').slice(0, 19) : '';
}

/** A field's value: times by the field's name, objects as JSON. */
export function valueText(name: string, value: unknown): string {
  if (TIME_FIELD.test(name)) return formatTime(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
