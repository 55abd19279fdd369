// One session of drawings for as long as a chart stands.
import { useEffect, useMemo } from 'react';
import { type DrawingChart, DrawingSession } from './drawing-session.ts';

/** The session of a chart, with the drawings of a market on it; null while there is no chart. */
export function useDrawings(controller: DrawingChart | null, coinInfoId: number): DrawingSession | null {
  const session = useMemo(() => controller && new DrawingSession(controller), [controller]);
  useEffect(() => session?.open(), [session]);
  useEffect(() => session?.show(coinInfoId), [session, coinInfoId]);
  return session;
}
