// @vitest-environment happy-dom
// What a pane's shield says as its socket and its own data come and go.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BOOK_STATE, LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { measureAge } from '../../../src/stores/market/connection.ts';
import { type ViewFreshness, createFreshness } from '../../../src/stores/market/view-freshness.ts';
import { watchOnline } from '../../../src/stores/device/online.ts';
import { receive } from '../../../src/stores/market/frame-receiver.ts';
import { frameOf, linkSection } from './made-frame.ts';

const START = 1_700_000_000_000;
let pane: ViewFreshness;

function at(ms: number, heardMs = ms, state: number = LINK.open): void {
  vi.setSystemTime(START + ms);
  receive(frameOf([linkSection({ state, lastReceived: START + heardMs })]));
  measureAge(START + ms);
}
const seen = (): unknown[] => [pane.shield.value, pane.fresh.value, pane.ageSeconds.value];

describe('a pane', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    pane = createFreshness();
  });

  it('is live only after its own snapshot, however open the socket is', () => {
    at(0);
    expect(seen()).toEqual(['loading', 'stale', 0]);
    pane.update(BOOK_STATE.live, START);
    expect(seen()).toEqual(['verified', 'live', 0]);
  });

  it('that is repaired says so at once, and is as old as what stands', () => {
    at(0);
    pane.update(BOOK_STATE.live, START);
    pane.update(BOOK_STATE.repairing, START);
    expect(seen()).toEqual(['repairing', 'live', 0]);
    at(2_000);
    expect(seen()).toEqual(['repairing', 'stale', 2]);
    at(5_000);
    expect(seen()).toEqual(['repairing', 'old', 5]);
    pane.update(BOOK_STATE.live, START + 5_000);
    expect(seen()).toEqual(['verified', 'live', 0]);
  });

  it('is grey when what it shows was true 2 s ago and old after 5, whatever the socket hears', () => {
    at(0);
    pane.update(BOOK_STATE.live, START);
    at(1_900);
    expect(seen()).toEqual(['verified', 'live', 0]);
    at(2_000);
    expect(seen()).toEqual(['stale', 'stale', 2]);
    // It heard something, three seconds late.
    pane.update(BOOK_STATE.live, START + 1_000);
    at(4_000);
    expect(seen()).toEqual(['stale', 'stale', 3]);
    at(7_000);
    expect(seen()).toEqual(['stale', 'old', 6]);
  });

  it('ages with a silent socket, and a closed one is grey at once', () => {
    at(0);
    pane.update(BOOK_STATE.live, START);
    at(7_000, 0);
    expect(seen()).toEqual(['stale', 'old', 7]);
    pane.update(BOOK_STATE.live, START + 8_000);
    at(8_000);
    at(8_100, 8_000, LINK.closed);
    expect(seen()).toEqual(['stale', 'stale', 0]);
  });

  it('of which the age is not known is not live, and no more is one that comes from a time ahead', () => {
    at(0);
    pane.update(BOOK_STATE.live, NaN);
    expect(seen()).toEqual(['stale', 'stale', 0]);
    pane.update(BOOK_STATE.live, START);
    expect(seen()).toEqual(['verified', 'live', 0]);
    // The device's clock was set back by an hour; the exchange is not heard meanwhile.
    at(-3_600_000);
    expect(seen()).toEqual(['stale', 'stale', 0]);
  });

  it("says that the device is offline, and takes the socket's word again when it is not", () => {
    watchOnline();
    at(0);
    pane.update(BOOK_STATE.live, START);
    window.dispatchEvent(new Event('offline'));
    expect(pane.shield.value).toBe('offline');
    window.dispatchEvent(new Event('online'));
    expect(pane.shield.value).toBe('verified');
  });
});
