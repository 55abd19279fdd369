// Subscribes to the mark price of a market while a component shows it.
import { useLayoutEffect } from 'react';
import { useView } from '../api/view-subscription.ts';
import { followMark } from '../stores/market/marks.ts';

/** Before its first message the mark is unknown: that of an earlier visit is cleared before anything is painted. */
export function useMark(coinInfoId: number): void {
  useLayoutEffect(() => followMark(coinInfoId), [coinInfoId]);
  useView({ kind: 'channel', channel: 'mark', coinInfoId });
}
