// What the app does beside its pages, begun when the first screen stands.
import { keepShell } from './new-version.ts';
import { watchAlerts } from '../state/alert-watch.ts';
import { keepFeedLog } from '../state/feed-log.ts';
import { joinTabs } from '../state/first-tab.ts';

/** Called once. */
export function startAfterwards(): void {
  keepFeedLog();
  joinTabs();
  watchAlerts();
  // The development server gives every module a life of its own: a kept one would be an old one.
  if (import.meta.env.PROD) void keepShell();
}
