// Subscribes to the mark price of a market while a component shows it.
import { useEffect } from 'react';
import { useView } from '../api/view-subscription.ts';
import { followMark } from '../stores/market/marks.ts';

/** Before its first message the mark is unknown, whatever an earlier visit has had. */
export function useMark(coinInfoId: number): void {
  useEffect(() => followMark(coinInfoId), [coinInfoId]);
  useView({ kind: 'channel', channel: 'mark', coinInfoId });
}
