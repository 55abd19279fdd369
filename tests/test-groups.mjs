// Which unit tests are fast, and which take longest.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/**
 * Files that compute or wait for more than about three seconds, the longest first: the order in which they are started,
 * so that none is left alone at the end. What mostly waits is spread among what computes, and of the clusters of
 * processes that are struck under load, one at a time has the processor.
 */
export const LONG_TESTS = [
  'tests/server/cluster/stale-leader.test.ts',
  'tests/visual/screens.test.ts',
  'tests/simulation/idle.test.ts',
  'tests/server/admin/demo-reviews.test.ts',
  'tests/simulation/replica.test.ts',
  'tests/server/sequencer/journal/crash.test.ts',
  'tests/server/sequencer/kill/kill.test.ts',
  'tests/server/exchange/twins/contracts-twin.test.ts',
  'tests/workers/tapes.test.ts',
  'tests/server/cluster/cluster-kill.test.ts',
  'tests/server/sequencer/kill/seconds-kill.test.ts',
  'tests/chart/render/browser.test.ts',
  'tests/server/store/store-health.test.ts',
  'tests/server/gateway/conformance/conformance.test.ts',
  'tests/simulation/whole-exchange.test.ts',
  'tests/server/cluster/upgrade.test.ts',
  'tests/server/gateway/process.test.ts',
  'tests/server/archive/tiles.test.ts',
  'tests/server/archive/archive.test.ts',
  'tests/simulation/killed-exchange.test.ts',
  'tests/workers/book.test.ts',
  'tests/server/gateway/http-gateway.test.ts',
  'tests/workers/depth-history/depth-recorder.test.ts',
  'tests/workers/replay/replay.test.ts',
  'tests/server/services/auth/lock-out.test.ts',
  'tests/workers/depth-history/book-imbalance.test.ts',
  'tests/server/store/damaged-files.test.ts',
  'tests/server/archive/objects/segment-archive.test.ts',
  'tests/server/exchange/twins/binary-options-twin.test.ts',
  'tests/server/exchange/twins/twin-all.test.ts',
  'tests/server/exchange/twins/twin.test.ts',
  'tests/server/cluster/cluster.test.ts',
  'tests/chart/render/backends-agree.test.ts',
  'tests/server/exchange/twins/funds-twin.test.ts',
  'tests/server/exchange/binary-options-many.test.ts',
  'tests/server/store/postgres.test.ts',
  'tests/server/simulation/manipulation.test.ts',
  'tests/server/simulation/realism.test.ts',
  'tests/server/archive/past-books.test.ts',
  'tests/server/simulation/predictors.test.ts',
  'tests/server/simulation/bots.test.ts',
  'tests/server/gateway/fuzz/fuzz.test.ts',
  'tests/server/gateway/parallel/parallel-calls.test.ts',
  'tests/server/simulation/price-history.test.ts',
  'tests/server/exchange/matching/matching-alone.test.ts',
  'tests/server/venues/replay-market.test.ts',
  'tests/server/venues/live-market.test.ts',
  'tests/server/venues/market-modes.test.ts',
  'tests/server/venues/venue-sync-rule.test.ts',
  'tests/server/cluster/nats-access.test.ts',
  'tests/server/cluster/gateway-death.test.ts',
  'tests/server/cluster/follower.test.ts',
  'tests/server/feed/socket.test.ts',
  'tests/workers/indicators/indicators.test.ts',
  'tests/workers/replay/hostile.test.ts',
  'tests/workers/decode/corrupt.test.ts',
  'tests/server/feed/recorded-feed.test.ts',
  'tests/server/archive/day-files.test.ts',
  'tests/src/stores/candles.test.ts',
  'tests/server/exchange/closing.test.ts',
  'tests/core/proofs/proof-window.test.ts',
  'tests/core/proofs/proof.test.ts',
];

/** What starts a process or a thread, or is a program of its own. */
const PROCESS_IMPORTS = [/^node:(child_process|worker_threads)$/, /^(vite|@playwright\/test)$/];
/** What makes a test slow when it or one of its helpers imports it: a browser, a process, a database. */
const SLOW_IMPORTS = [...PROCESS_IMPORTS, /^(pg|libsql)$/, /\/server\/main\.ts$/, /\/store\/(sqlite|postgres)\//];

/** What a test needs a process of its own for: a DOM, modules in the place of others, counters of the process. */
const ALONE = /@vitest-environment|\bvi\.(do)?[mM]ock\(|\/proc\/self/;

const texts = new Map();
function textOf(path) {
  if (!texts.has(path)) texts.set(path, readFileSync(join(HERE, '..', path), 'utf8'));
  return texts.get(path);
}

/** A static import or a re-export, as the formatter prints them: what is imported, and from where. */
const IMPORT = /^(?:import|export) (?!type )(?:([^;'=]*) from )?'([^']+)'/gm;

/** Whether all that is imported is a type: `{ type A, type B }`. Types alone load nothing. */
const typesAlone = (names) => /^\{\s*type [^,}]+(,\s*type [^,}]+)*,?\s*\}$/.test(names);

const imports = new Map();
/** Targets of a file's static imports. By pattern: a parser took a second for all files, in each run. */
function importsOf(path) {
  const known = imports.get(path);
  if (known) return known;
  const targets = [...textOf(path).matchAll(IMPORT)]
    .filter(([, names = '']) => !typesAlone(names))
    .map(([, , target]) => target);
  imports.set(path, targets);
  return targets;
}

/** Paths below `tests/` of a file and of all that it imports there. Paths are from the root. */
function withHelpers(path, found = new Set()) {
  found.add(path);
  for (const target of importsOf(path)) {
    const file = target.startsWith('.') ? posix.join(posix.dirname(path), target) : '';
    if (/^tests\/.*\.tsx?$/.test(file) && !found.has(file)) withHelpers(file, found);
  }
  return found;
}

/** Whether a test loads one of these, itself or by its helpers. */
function loads(path, patterns) {
  return [...withHelpers(path)].some((file) =>
    importsOf(file).some((target) => patterns.some((pattern) => pattern.test(target))),
  );
}

const isSlow = (path) => loads(path, SLOW_IMPORTS);

/** Whether a helper of a test calls `beforeEach` or the like when it is loaded: for the first test alone. */
function hasHooks(path) {
  const [, ...helpers] = withHelpers(path);
  return helpers.some((file) => /^(before|after)(All|Each)\(/m.test(textOf(file)));
}

/** Paths of all unit tests. */
function unitTests() {
  return readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('.soak.'))
    .sort();
}

/**
 * Paths of the unit tests that leave nothing behind: they share processes, in which each module is loaded once. Tests
 * of the page have a process each, because its stores are modules with state, and so has what needs a DOM.
 */
export function statelessTests() {
  return sharingTests().filter((file) => !isSlow(file));
}

/** Paths of the unit tests of an exchange or a store in their own process: they stop it, and share processes too. */
export function exchangeTests() {
  return sharingTests().filter((file) => isSlow(file) && !loads(file, PROCESS_IMPORTS));
}

function sharingTests() {
  return unitTests().filter((file) => !file.startsWith('tests/src/') && !ALONE.test(textOf(file)) && !hasHooks(file));
}

/**
 * Paths of the tests in a DOM. A DOM costs half a second of the processor to load, and a context of its own in a shared
 * thread a tenth of that. Such a context has no message channel, which the market worker is connected by.
 */
export function domTests() {
  const inDom = (file) => /@vitest-environment happy-dom/.test(textOf(file));
  const hasWorker = (file) => [...withHelpers(file)].some((path) => /\bconnectMarketWorker\b/.test(textOf(path)));
  return unitTests().filter((file) => inDom(file) && !hasWorker(file));
}

/** Paths of the unit tests that need no browser, process or database and take a few seconds at most. */
export function fastTests() {
  return unitTests().filter((file) => !LONG_TESTS.includes(file) && !isSlow(file));
}
