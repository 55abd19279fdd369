// Browser tests: a phone-sized Chromium against the real exchange, one at a time; beside them, one at a time too, those
// that mostly wait for the exchange.
import { defineConfig } from '@playwright/test';
import { CHROMIUM } from '../support/browser.ts';

/** Reviews, expiries and signatures take their own time, and no processor's. */
const PATIENT = ['money.spec.ts', 'seconds.spec.ts'];

export default defineConfig({
  testDir: '.',
  workers: 2,
  projects: [
    { name: 'street', testIgnore: PATIENT, workers: 1 },
    { name: 'patient', testMatch: PATIENT, workers: 1 },
  ],
  timeout: 90_000,
  // How long something may take to come on a busy machine; what has to come sooner names its own time.
  expect: { timeout: 15_000 },
  retries: 0,
  globalTeardown: './teardown.ts',
  outputDir: '../../test-results',
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
});
