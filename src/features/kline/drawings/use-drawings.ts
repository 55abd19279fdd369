// Creates the drawing session of a chart.
import { useEffect, useMemo } from 'react';
import { effect, untracked } from '@preact/signals-react';
import { type DrawingChart, DrawingSession } from './drawing-session.ts';

/**
 * The drawing session of a chart for a market; null without a chart. It goes to another market with its candles: what
 * is drawn on those of the one before is of that one.
 */
export function useDrawings(controller: DrawingChart | null, coinInfoId: number): DrawingSession | null {
  const session = useMemo(() => controller && new DrawingSession(controller), [controller]);
  useEffect(() => session?.open(), [session]);
  useEffect(() => {
    if (!controller || !session) return undefined;
    return effect(() => {
      if (controller.phase.value !== 'loading') untracked(() => session.show(coinInfoId));
    });
  }, [controller, session, coinInfoId]);
  return session;
}
