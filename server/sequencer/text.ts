// Commands and answers as text for the store: JSON in which money, a bigint, stands as a decimal string.
import type { PlaceSpot } from '../exchange/command.ts';

/** Fields that hold money in any command or answer. */
function isMoney(key: string): boolean {
  return key === 'units' || key.endsWith('Units');
}

export function toText(value: object): string {
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field));
}

/** Inverse of `toText`; throws on text that is no JSON. */
export function fromText<T>(text: string): T {
  return JSON.parse(text, (key, field: unknown) => (typeof field === 'string' && isMoney(key) ? BigInt(field) : field)) as T;
}

/** What makes two orders the same order: everything but who asks and the name it was given. */
export function bodyOf({ coinInfoId, side, orderType, priceTicks, lots, totalUnits, tif, postOnly }: PlaceSpot): string {
  return [coinInfoId, side, orderType, priceTicks, lots, totalUnits, tif, postOnly ? 1 : 0].join(' ');
}
