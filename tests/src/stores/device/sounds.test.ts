// @vitest-environment happy-dom
// Sounds: one per event, in one tab, and none when switched off or when the system prefers reduced motion.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import type { SlowChannel, ThreadEvent } from '../../../../core/worker-protocol/worker-protocol.ts';
import { EventSounds } from '../../../../src/stores/device/event-sounds.ts';
import { joinTabElection } from '../../../../src/stores/device/tab-leader.ts';
import { playSound, silenceEvent, sounds } from '../../../../src/stores/device/sounds.ts';

const order = (given: Partial<SpotOrder>): ThreadEvent => ({
  kind: 'order',
  order: { id: 1, dealAmount: '0', status: 1, ...given } as SpotOrder,
});
const channel = (name: SlowChannel, data: unknown): ThreadEvent => ({
  kind: 'channel',
  channel: name,
  coinInfoId: 0,
  snapshot: false,
  data,
});

describe('sounds of account events', () => {
  let ear: EventSounds;
  beforeEach(() => {
    ear = new EventSounds();
  });

  it('a fill when more was filled, not when an order is placed or cancelled', () => {
    expect(ear.soundOf(order({}))).toBe(null);
    expect(ear.soundOf(order({ dealAmount: '0.5', status: 2 }))).toBe('fill');
    expect(ear.soundOf(order({ dealAmount: '0.5', status: 2 }))).toBe(null);
    expect(ear.soundOf(order({ dealAmount: '1', status: 3 }))).toBe('fill');
    expect(ear.soundOf(order({ id: 2, dealAmount: '0.3', status: 4 }))).toBe(null);
  });

  it('a contract that opens, partly closes or is liquidated; not one whose margin changes', () => {
    const contract = (given: object): ThreadEvent =>
      channel('contracts', {
        id: 7,
        status: 1,
        closeType: 0,
        holdAmount: '1',
        openTime: 1000,
        updateTime: 1000,
        ...given,
      });
    expect(ear.soundOf(contract({}))).toBe('fill');
    expect(ear.soundOf(contract({ updateTime: 9000 }))).toBe(null);
    expect(ear.soundOf(contract({ holdAmount: '0.5', updateTime: 9500 }))).toBe('fill');
    expect(ear.soundOf(contract({ status: 3, closeType: 5, holdAmount: '0', updateTime: 9900 }))).toBe('risk');
    expect(ear.soundOf(contract({ id: 8, updateTime: 9900 }))).toBe(null);
  });

  it('a binary option that won or lost, once; none for a draw', () => {
    const seconds = (id: number, result: string): ThreadEvent => channel('qtOrders', { id, result });
    expect(
      [seconds(1, ''), seconds(1, 'win'), seconds(1, 'win'), seconds(2, 'lose'), seconds(3, 'draw')].map((event) =>
        ear.soundOf(event),
      ),
    ).toEqual([null, 'win', null, 'lose', null]);
  });

  it('a position close to liquidation warns once, and again after it recovered', () => {
    const rates = (...list: string[]): ThreadEvent =>
      channel(
        'positions',
        list.map((riskRate, id) => ({ id, riskRate })),
      );
    expect(['0.5', '0.81', '0.9', '0.75', '0.85', '0.6', '0.8'].map((rate) => ear.soundOf(rates('0.1', rate)))).toEqual(
      [null, 'risk', null, null, null, null, 'risk'],
    );
    expect(ear.soundOf(channel('positions', 'broken'))).toBe(null);
  });
});

describe('sounds', () => {
  let notes = 0;
  let quiet = false;
  let nowMs = 0;
  beforeEach(() => {
    notes = 0;
    quiet = false;
    nowMs += 10_000;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    vi.stubGlobal('matchMedia', () => ({ matches: quiet }));
    const node = (): object => ({
      frequency: {},
      gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
      connect: (next: unknown) => next,
      start: () => {
        notes += 1;
      },
      stop: () => undefined,
    });
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        state = 'running';
        destination = {};
        createOscillator = node;
        createGain = node;
      },
    );
    vi.stubGlobal('navigator', { ...navigator, locks: undefined, userActivation: { hasBeenActive: true } });
    joinTabElection();
    sounds.value = '1';
  });

  it('play one at a time', () => {
    playSound('fill');
    expect(notes).toBe(2);
    nowMs += 100;
    playSound('alert');
    expect(notes).toBe(2);
    nowMs += 1_000;
    playSound('alert');
    expect(notes).toBe(5);
  });

  it('are silent when the event or all sounds are off, and with reduced motion', () => {
    silenceEvent('fill', true);
    playSound('fill');
    silenceEvent('fill', false);
    sounds.value = '0';
    playSound('fill');
    sounds.value = '1';
    quiet = true;
    playSound('fill');
    expect(notes).toBe(0);
    quiet = false;
    playSound('fill');
    expect(notes).toBe(2);
  });
});
