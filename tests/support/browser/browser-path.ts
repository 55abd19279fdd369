// Path and flags of the tests' browser: `CHROMIUM` (`npm test` finds or installs one), else Debian's.
import { existsSync } from 'node:fs';

export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/**
 * Features that are off. With an opener policy each page needs a second process in the place of its first empty one,
 * which is a fifth of the processor time of a load; stories of two windows are browsed with it. The others are those
 * of Playwright that matter here: of two lists a browser takes the last.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];
const featuresOff = (...more: string[]): string => `--disable-features=${[...FEATURES_OFF, ...more].join(',')}`;
/** For every launch. Letters have the same widths in the build with windows and in the one without. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  featuresOff('CrossOriginOpenerPolicy'),
];
/** After the others: windows have the opener policy that the exchange sends. */
export const OPENER_POLICY_FLAG = featuresOff();
/**
 * Pages, 2D canvases and WebGL are drawn by SwiftShader, as by a GPU. Only for what needs that: it takes more processor
 * time than all else in a page.
 */
export const GL_FLAGS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
/** Of each backend of the chart: what it needs to be seen. */
export const BACKEND_FLAGS = { webgl: GL_FLAGS, canvas2d: ['--disable-gpu'] };
/** Without a browser its tests are skipped with a warning; with `CI` set that is an error. */
export const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser && process.env['CI']) throw new Error(`no browser at ${CHROMIUM}`);
if (!hasBrowser) console.warn(`skipped: no browser at ${CHROMIUM}`);
