// Shared by the kill test of binary options and its child: users, market, and a clock on which thirty seconds take half
// a second.
import { type Instrument, instrumentOf } from '../../../../core/instruments/instrument.ts';
import { testInstruments } from '../../../support/exchange/spot-fixture.ts';

export const USERS = [10_001, 10_002, 10_003, 10_004];

const SPEED = 60;
const ORIGIN_MS = 1_700_000_000_000;

/**
 * 60 times as fast as the system clock, and the same in every process: 30 s take 500 ms, and a restart is an
 * interruption.
 */
export function fastNow(): number {
  return ORIGIN_MS + Math.floor((Date.now() - ORIGIN_MS) * SPEED);
}

export function secondsInstruments(): Instrument[] {
  return testInstruments().map(({ info }, at) => instrumentOf({ ...info, qtEnable: at === 0 ? 1 : 0 }));
}
