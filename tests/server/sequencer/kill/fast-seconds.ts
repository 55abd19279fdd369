// What the kill test of seconds contracts and its child agree on: the people, the market, and a clock on which thirty
// seconds pass in a moment.
import { type Instrument, instrumentOf } from '../../../../core/instruments/instrument.ts';
import { testInstruments } from '../../exchange/instruments.ts';

export const PEOPLE = [10_001, 10_002, 10_003, 10_004];

const SPEED = 60;
const ORIGIN_MS = 1_700_000_000_000;

/** 60 times as fast as the wall's, and the same in every process: 30 s are 500 ms, and a restart is an absence. */
export function fastNow(): number {
  return ORIGIN_MS + Math.floor((Date.now() - ORIGIN_MS) * SPEED);
}

export function secondsInstruments(): Instrument[] {
  return testInstruments().map(({ info }, at) => instrumentOf({ ...info, qtEnable: at === 0 ? 1 : 0 }));
}
