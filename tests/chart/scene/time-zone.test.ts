// Wall clocks against the platform's own, at random instants and right at the changes of the clock.
import { describe, expect, test, vi } from 'vitest';
import { candleZone, civil, TimeZone, type WallTime, zoneOf } from '../../../chart/scene/scales/time-zone.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const ZONES = [
  'America/New_York',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Taipei',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Asia/Gaza',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'UTC',
];
const empty = (): WallTime => ({ year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 });
const wallAt = (zone: TimeZone, atMs: number): WallTime => civil(atMs + zone.offsetAt(atMs), empty());

function platform(name: string): (atMs: number) => WallTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (atMs) => {
    const wall = empty();
    for (const { type, value } of format.formatToParts(atMs))
      if (type in wall) wall[type as keyof WallTime] = Number(value);
    return wall;
  };
}

/** Moments at which the offset of a zone changed in some years. */
function changes(name: string): number[] {
  const zone = zoneOf(name);
  const found: number[] = [];
  for (let atMs = Date.UTC(2010, 0, 1); atMs < Date.UTC(2027, 0, 1); atMs += 3_600_000) {
    if (zone.offsetAt(atMs) !== zone.offsetAt(atMs - 3_600_000)) found.push(atMs);
  }
  return found;
}

describe('time zones', () => {
  test.each(ZONES)('%s shows what the platform shows', (name) => {
    const seed = 41;
    const random = seeded(seed);
    const zone = zoneOf(name);
    const expected = platform(name);
    const edges = changes(name);
    for (let round = 0; round < 1500; round += 1) {
      const near = round % 2 === 0 && edges.length > 0;
      const atMs = near
        ? edges[Math.floor(random() * edges.length)]! + Math.round((random() - 0.5) * 4 * 3_600_000)
        : Math.floor(Date.UTC(2009, 0, 1) + random() * 18 * 365 * 86_400_000);
      expect(wallAt(zone, atMs), `seed ${seed} ${name} ${new Date(atMs).toISOString()}`).toEqual(expected(atMs));
    }
  });

  test.each(ZONES)('%s: a time found by its local time shows it, unless the clocks skipped it', (name) => {
    const seed = 42;
    const random = seeded(seed);
    const zone = zoneOf(name);
    const edges = [...changes(name), Date.UTC(2020, 5, 1)];
    for (let round = 0; round < 500; round += 1) {
      const wallMs = edges[round % edges.length]! + Math.round((random() - 0.5) * 30 * 3_600_000);
      const atMs = zone.momentOf(wallMs);
      const shown = atMs + zone.offsetAt(atMs);
      if (shown === wallMs) {
        // The first of two.
        expect(atMs - 1 + zone.offsetAt(atMs - 1)).not.toBe(wallMs);
        const before = Array.from({ length: 24 }, (_, back) => atMs - (back + 1) * 300_000);
        expect(before.filter((ms) => ms + zone.offsetAt(ms) === wallMs)).toEqual([]);
      } else {
        expect(shown, `seed ${seed} ${name}`).toBeGreaterThan(wallMs);
        expect(atMs - 1 + zone.offsetAt(atMs - 1)).toBeLessThan(wallMs);
      }
    }
  });

  test('the calendar is the Gregorian one, before 1970 and on leap days too', () => {
    const random = seeded(43);
    for (let round = 0; round < 3000; round += 1) {
      const atMs = Math.floor((random() - 0.3) * 2e13);
      const date = new Date(atMs);
      expect(civil(atMs, empty())).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
        second: date.getUTCSeconds(),
      });
    }
  });

  test('candles of a day and longer are labelled in UTC in every zone', () => {
    const month = Date.UTC(2024, 11, 1);
    for (const intervalMs of [86_400_000, 7 * 86_400_000, 0])
      expect(wallAt(candleZone('America/New_York', intervalMs), month)).toMatchObject({ month: 12, day: 1, hour: 0 });
    expect(wallAt(candleZone('America/New_York', 3_600_000), month)).toMatchObject({ month: 11, day: 30, hour: 19 });
  });

  test('an unknown zone falls back to the device zone and is reported once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const atMs = Date.UTC(2024, 5, 1);
    expect(zoneOf('Nowhere/Land').offsetAt(atMs)).toBe(zoneOf('').offsetAt(atMs));
    zoneOf('Nowhere/Land');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('the platform is queried only for unknown ranges', () => {
    let asked = 0;
    const zone = new TimeZone((atMs) => {
      asked += 1;
      return atMs < Date.UTC(2024, 2, 31, 1) ? 0 : 3_600_000;
    });
    const sweep = (): void => {
      for (let atMs = Date.UTC(2024, 2, 25); atMs < Date.UTC(2024, 3, 5); atMs += 60_000) zone.offsetAt(atMs);
    };
    sweep();
    const first = asked;
    expect(first).toBeLessThan(60);
    sweep();
    expect(asked).toBe(first);
    expect(zone.offsetAt(Date.UTC(2024, 2, 31, 1) - 1)).toBe(0);
    expect(zone.offsetAt(Date.UTC(2024, 2, 31, 1))).toBe(3_600_000);
  });
});
