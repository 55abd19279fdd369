// Browser tests: a phone-sized Chromium against the real exchange, in three projects.
import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, CHROMIUM, GL_FLAGS } from '../support/browser/browser-path.ts';

/**
 * Long stories that limit no answer's time: they run beside the unit tests, and fill the time in which those wait.
 * About two thirds of the unit tests' time, so that they end first.
 */
const PATIENT = [
  'binary-options.spec.ts',
  'chart-window.spec.ts',
  'deposits-withdrawals.spec.ts',
  'layout-shift.spec.ts',
  'page-heat-map.spec.ts',
  'past-replay.spec.ts',
  'routes.spec.ts',
];

/** Stories that mostly wait: for a line's delays, for a hanging exchange, for what is recorded meanwhile. */
const WAITING = ['connection-loss.spec.ts', 'replay-attacks.spec.ts', 'slow-line.spec.ts'];

export default defineConfig({
  testDir: '.',
  workers: 4,
  projects: [
    // A story waits for a third of its time: with a worker a core, part of two cores is idle.
    { name: 'interactive', testIgnore: [...PATIENT, ...WAITING], workers: 3 },
    // Beside those, with a worker of its own: three of them at once leave both cores idle.
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    // They limit no answer's time, and have what the unit tests leave of the processor.
    { name: 'patient', testMatch: PATIENT, workers: 2, timeout: 300_000, expect: { timeout: 90_000 } },
  ],
  timeout: 150_000,
  // Default on a busy machine; an assertion about speed names its own limit.
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
  retries: 0,
  globalSetup: './setup.ts',
  outputDir: '../../test-results',
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    // Installing one costs as much as half a page. Journeys, routes and the stories of the installed app have it.
    serviceWorkers: 'block',
    actionTimeout: 40_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM,
      // WebGL is there, but pages and 2D canvases are drawn without it.
      args: [...BROWSER_FLAGS, ...GL_FLAGS, '--disable-gpu-compositing'],
    },
  },
});
