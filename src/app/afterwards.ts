// What the app does beside its pages, begun when the first screen stands.
import { keepShell } from './new-version.ts';
import { watchAlerts } from '../state/alert-watch.ts';
import { keepFeedLog } from '../state/feed-log.ts';
import { joinTabs } from '../state/first-tab.ts';
import { keepTimes } from '../state/latency.ts';
import { askRepeatable } from '../state/repeatable.ts';
import { watchSaver } from '../state/saver.ts';
import { stored } from '../state/storage.ts';

/** Desks that have hints. */
const HINTED = 3;

/** A newcomer whose network is away is asked at the next visit. */
function firstSteps(): Promise<void> {
  return import('./first-steps.tsx').then(({ startFirstSteps }) => startFirstSteps()).catch((cause: unknown) => console.warn('a newcomer is not asked', cause));
}

/** Called once. */
export function startAfterwards(): void {
  keepFeedLog();
  keepTimes();
  watchSaver();
  joinTabs();
  watchAlerts();
  askRepeatable().catch((cause: unknown) => console.warn('the kind of market is not known', cause));
  if (stored('fxproLooksAsked').peek() === '0' || stored('fxproHintsSeen').peek().length < HINTED) void firstSteps();
  // The development server gives every module a life of its own: a kept one would be an old one.
  if (import.meta.env.PROD) void keepShell();
}
