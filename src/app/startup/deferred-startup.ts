// What the app does beside its pages, begun when the first screen stands.
import { keepShell } from './new-version.ts';
import { watchAlerts } from '../../stores/account/alert-watch.ts';
import { keepFeedLog } from '../../stores/market/feed-log.ts';
import { joinElection } from '../../stores/device/tab-leader.ts';
import { keepTimes } from '../../stores/market/latency.ts';
import { askRepeatable } from '../../stores/market/repeatable.ts';
import { watchPowerSaving } from '../../stores/device/power-saving.ts';
import { stored } from '../../stores/device/storage.ts';

/** Desks that have hints. */
const HINTED = 3;

/** A newcomer whose network is away is asked at the next visit. */
function startOnboardingPart(): Promise<void> {
  return import('../shell/onboarding.tsx')
    .then(({ startOnboarding }) => startOnboarding())
    .catch((cause: unknown) => console.warn('a newcomer is not asked', cause));
}

/** Called once. */
export function startDeferred(): void {
  keepFeedLog();
  keepTimes();
  watchPowerSaving();
  joinElection();
  watchAlerts();
  askRepeatable().catch((cause: unknown) => console.warn('the kind of market is not known', cause));
  if (stored('fxproLooksAsked').peek() === '0' || stored('fxproHintsSeen').peek().length < HINTED)
    void startOnboardingPart();
  // The development server gives every module a life of its own: a kept one would be an old one.
  if (import.meta.env.PROD) void keepShell();
}
