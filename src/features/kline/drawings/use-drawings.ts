// Creates the drawing session of a chart.
import { useEffect, useMemo } from 'react';
import { type DrawingChart, DrawingSession } from './drawing-session.ts';

/** The drawing session of a chart for a market; null without a chart. */
export function useDrawings(controller: DrawingChart | null, coinInfoId: number): DrawingSession | null {
  const session = useMemo(() => controller && new DrawingSession(controller), [controller]);
  useEffect(() => session?.open(), [session]);
  useEffect(() => session?.show(coinInfoId), [session, coinInfoId]);
  return session;
}
