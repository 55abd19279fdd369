// @vitest-environment happy-dom
// Freshness of a view as its connection and its data change.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BOOK_STATE, LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { connection, measureAge, restoreLastMessage } from '../../../src/stores/market/connection.ts';
import { ViewFreshness } from '../../../src/stores/market/view-freshness.ts';
import { watchOnline } from '../../../src/stores/device/online.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { frameOf, linkSection } from '../../support/data/generated-frame.ts';

const START = 1_700_000_000_000;
let pane: ViewFreshness;

function at(ms: number, receivedMs = ms, state: number = LINK.open): void {
  vi.setSystemTime(START + ms);
  receiveFrame(frameOf([linkSection({ state, lastReceived: START + receivedMs })]));
  measureAge(START + ms);
}
const seen = (): unknown[] => [pane.shield.value, pane.fresh.value, pane.ageSeconds.value];

describe('a view', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    pane = new ViewFreshness();
  });

  it('is live only after its own snapshot, even over an open socket', () => {
    at(0);
    expect(seen()).toEqual(['loading', 'stale', 0]);
    pane.update(BOOK_STATE.live, START);
    expect(seen()).toEqual(['verified', 'live', 0]);
  });

  it('of an earlier visit is dimmed while the page connects, at most two seconds, and never live', () => {
    vi.setSystemTime(START);
    restoreLastMessage(START - 60_000);
    expect([connection.fresh.value, connection.ageSeconds.value]).toEqual(['cold', 60]);
    measureAge(START + 2_000);
    expect(connection.fresh.value).toBe('old');
    restoreLastMessage(START - 1_000);
    expect(connection.fresh.value).toBe('cold');
    at(100);
    expect(connection.fresh.value).toBe('live');
  });

  it('being resynced reports it at once, and is as old as the data shown', () => {
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

  it('is stale when its data is 2 s old and old after 5, whatever else the socket receives', () => {
    at(0);
    pane.update(BOOK_STATE.live, START);
    at(1_900);
    expect(seen()).toEqual(['verified', 'live', 0]);
    at(2_000);
    expect(seen()).toEqual(['stale', 'stale', 2]);
    // A message arrived, three seconds late.
    pane.update(BOOK_STATE.live, START + 1_000);
    at(4_000);
    expect(seen()).toEqual(['stale', 'stale', 3]);
    at(7_000);
    expect(seen()).toEqual(['stale', 'old', 6]);
  });

  it('ages with a silent socket, and is stale at once when it closes', () => {
    at(0);
    pane.update(BOOK_STATE.live, START);
    at(7_000, 0);
    expect(seen()).toEqual(['stale', 'old', 7]);
    pane.update(BOOK_STATE.live, START + 8_000);
    at(8_000);
    at(8_100, 8_000, LINK.closed);
    expect(seen()).toEqual(['stale', 'stale', 0]);
  });

  it('of unknown age is not live, nor is one from the future', () => {
    at(0);
    pane.update(BOOK_STATE.live, NaN);
    expect(seen()).toEqual(['stale', 'stale', 0]);
    pane.update(BOOK_STATE.live, START);
    expect(seen()).toEqual(['verified', 'live', 0]);
    // The device's clock was set back by an hour; no message arrives meanwhile.
    at(-3_600_000);
    expect(seen()).toEqual(['stale', 'stale', 0]);
  });

  it("reports that the device is offline, and the socket's state again when it is not", () => {
    watchOnline();
    at(0);
    pane.update(BOOK_STATE.live, START);
    window.dispatchEvent(new Event('offline'));
    expect(pane.shield.value).toBe('offline');
    window.dispatchEvent(new Event('online'));
    expect(pane.shield.value).toBe('verified');
  });
});
