// `npm test`: checks, builds, unit tests and browser tests; ends with one line "N passed, N failed".
// `--fast`: the checks and the unit tests that need no browser, process or database and take a few seconds at most.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildStale } from '../server/build-stale.mjs';
import { bin, checks } from './check.mjs';
import { findOrInstallChromium } from './support/browser/find-chromium.mjs';
import { installNats } from './support/server/nats.mjs';
import { installPostgres, startPostgres } from './support/server/postgres.mjs';
import { fastTests } from './test-groups.mjs';

/** Priority of checks: no answer of theirs has to come in time, as those of tests have to. */
const UNHURRIED = 5;
/** Priority of this session: four times the share of a browser's. */
const SESSION_PRIORITY = '-6';
/** Priority of clusters: their promises are of a second or five, and users at full speed leave nothing idle. */
const CLUSTERS_PRIORITY = '-10';
const MEMORY = '/dev/shm';
/** Space that the folders of a run's exchanges, databases and browsers have enough of. */
const SPACE_BYTES = 4 * 1024 ** 3;

/**
 * A folder for what the tests write, in memory where there is space: databases wait for the disk at each commit, which
 * is most of the time of some tests. A killed process loses nothing there either.
 */
function temporaryFolder() {
  const { bavail = 0, bsize = 0 } = existsSync(MEMORY) ? statfsSync(MEMORY) : {};
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const hasSpace = bavail * bsize >= SPACE_BYTES && memoryBytes >= 4 * SPACE_BYTES;
  const folder = mkdtempSync(join(hasSpace ? MEMORY : tmpdir(), 'defi-tests-'));
  // The database server is another user.
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Linux shares processors among sessions. Each browser is a session of its own; all exchanges, databases and tests are
 * one, which half a dozen browsers would leave a seventh.
 */
function raiseSession(pid, priority) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, priority);
  } catch (error) {
    console.log(`the tests have no more of the processors than each browser: ${error.message}`);
  }
}

raiseSession('self', SESSION_PRIORITY);
const temporary = temporaryFolder();
process.env.TMPDIR = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 10 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
// Stories and their helpers are compiled once for each version of a file, not in each run.
process.env.PWTEST_CACHE_DIR ??= resolve('.cache', 'playwright');
const results = mkdtempSync(join(temporary, 'results-'));
let passed = 0;
/** One line for each failure, printed at the end, where the tail of a long log shows it. */
const failures = [];

/**
 * Runs a command. `later` prints its output when it has ended, so that it does not mix with another's; `nice` lets the
 * commands beside it go first; `priority` is that of a session of its own.
 */
function run(command, args, { env = {}, later = false, nice = false, priority } = {}) {
  return new Promise((resolve) => {
    const stdio = later ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const detached = priority !== undefined;
    const child = spawn(command, args, { stdio, detached, env: { ...process.env, ...env } });
    if (nice && child.pid !== undefined) setPriority(child.pid, UNHURRIED);
    if (detached && child.pid !== undefined) {
      raiseSession(child.pid, priority);
      const end = () => process.kill(-child.pid);
      process.once('exit', end);
      child.once('exit', () => process.off('exit', end));
    }
    const output = [];
    for (const stream of later ? [child.stdout, child.stderr] : []) stream.on('data', (chunk) => output.push(chunk));
    child.on('close', (code) => {
      if (later) process.stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

/** Counts a step that passes or fails as a whole. */
function count(ok, name) {
  if (ok) passed += 1;
  else failures.push(name);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Characters of a failed test's message in the closing lines: an assertion about a list with what it contained. */
const MESSAGE_LENGTH = 600;

/** One line about a failed test: its file, its name, the beginning of the message. */
function failureLine(file, name, message = '') {
  const text = stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, MESSAGE_LENGTH);
  return `${basename(file)}: ${name}: ${text}`;
}

/** All tests of a browser report, out of its nested suites. */
function specsOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);
}

/**
 * Starts a PostgreSQL server unless TEST_DATABASE_URL names one; null where none is installed. With CI set it is
 * installed, or the run fails.
 */
async function postgres() {
  if (process.env.TEST_DATABASE_URL) return null;
  if (process.env.CI && !installPostgres()) count(false, 'PostgreSQL is missing and could not be installed');
  const server = await startPostgres();
  if (server) process.env.TEST_DATABASE_URL = server.url;
  else console.log('skipped: tests on PostgreSQL (no TEST_DATABASE_URL, no installed server)');
  return server;
}

/** Sets CHROMIUM for all tests. Without a browser the unit tests skip theirs, and the run fails. */
function findBrowser() {
  try {
    process.env.CHROMIUM = findOrInstallChromium();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

/** Runs all checks but the architecture, which is among the unit tests. */
async function runChecks() {
  for (const { name, command, args } of checks.filter((check) => check.name !== 'architecture'))
    count((await run(command, args, { later: true, nice: true })) === 0, name);
}

async function runBuilds() {
  const sound = await buildStale(['client', 'server'], console.log).then(
    () => true,
    (error) => console.error(error.message),
  );
  count(sound === true, 'builds');
}

/** `args`: which tests. `how`: see `run`. */
async function runUnitTests(name, args, how = {}) {
  const file = join(results, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // A module is compiled once for all groups of tests, not once for each.
  const modules = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${join(temporary, 'modules')}`];
  const code = await run(bin('vitest'), ['run', ...reporters, ...modules, ...args], how);
  const report = readJson(file);
  passed += report?.numPassedTests ?? 0;
  for (const { name: path, assertionResults } of report?.testResults ?? [])
    for (const test of assertionResults)
      if (test.status === 'failed') failures.push(failureLine(path, test.fullName, test.failureMessages[0]));
  // A file that could not be loaded counts no test, but fails the run.
  if (code !== 0 && !report?.numFailedTests) count(false, `unit tests: ${name}`);
}

/** Runs projects of the browser tests, with an output folder of their own: a run empties its folder. */
async function runBrowserTests(projects, { later = false } = {}) {
  const name = projects.join('-');
  const file = join(results, `${name}.json`);
  const output = join('test-results', name);
  const names = projects.map((project) => `--project=${project}`);
  const config = ['-c', 'tests/e2e/playwright.config.ts', ...names, `--output=${output}`];
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await run(bin('playwright'), ['test', ...config, '--reporter=list,json'], { env, later });
  const report = readJson(file);
  passed += (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0);
  for (const spec of specsOf(report?.suites ?? []))
    for (const test of spec.tests)
      if (test.status === 'unexpected')
        failures.push(failureLine(spec.file, spec.title, test.results.at(-1)?.error?.message));
  if (code !== 0 && !report?.stats.unexpected) count(false, `browser tests: ${name}`);
}

async function runFast() {
  await Promise.all([runChecks(), runUnitTests('fast', ['tests/architecture', ...fastTests()])]);
}

async function runAll() {
  rmSync('test-results', { recursive: true, force: true });
  // Processes of their own: they go on while a missing package is installed, which mostly waits for the network.
  const builds = runBuilds();
  const checking = runChecks();
  const server = await postgres();
  if (process.env.CI && !installNats()) count(false, 'nats-server is missing and could not be installed');
  const hasBrowser = findBrowser();
  if (!hasBrowser) count(false, 'browser tests: no browser');
  await builds;
  // Unit tests wait for elections, crashes and databases for a third of their time: the checks run beside them, and so
  // do the stories that limit no answer's time.
  const patient = hasBrowser && runBrowserTests(['patient'], { later: true });
  const clusters = runUnitTests('clusters', ['--project=clusters', '--maxWorkers=1'], {
    later: true,
    priority: CLUSTERS_PRIORITY,
  });
  await Promise.all([checking, clusters, runUnitTests('units', ['--project=!clusters'])]);
  server?.remove();
  if (hasBrowser) await runBrowserTests(['interactive', 'waiting']);
  await patient;
}

await (process.argv.includes('--fast') ? runFast() : runAll());
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
