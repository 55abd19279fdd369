// Subscribes to the mark price of a market while a component shows it.
import { useLayoutEffect, useMemo } from 'react';
import { type ViewSink, useView } from '../api/view-subscription.ts';
import { applyMarkState, followMark } from '../stores/market/marks.ts';

/** Before its first message the mark is unknown: that of an earlier visit is cleared before anything is painted. */
export function useMark(coinInfoId: number): void {
  const sink = useMemo<ViewSink>(
    () => ({
      onSection: () => undefined,
      onFailed: () => undefined,
      onStatus: (state) => applyMarkState(coinInfoId, state),
    }),
    [coinInfoId],
  );
  useLayoutEffect(() => followMark(coinInfoId), [coinInfoId]);
  useView({ kind: 'channel', channel: 'mark', coinInfoId }, sink);
}
