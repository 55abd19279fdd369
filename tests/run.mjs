// The whole test street: types, lint, walls and unit tests, simulation, browser; ends with one line "N passed, N
// failed".
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checks } from './check.mjs';
import { chromium } from './support/chromium.mjs';
import { installPostgres, startPostgres } from './support/postgres.mjs';

const results = mkdtempSync(join(tmpdir(), 'defi-tests-'));
let passed = 0;
/** What failed, each in a line: said once more at the end, where the tail of a long log still shows it. */
const failures = [];

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A step that is one check: it passes or fails as a whole. */
function count(ok, name) {
  if (ok) passed += 1;
  else failures.push(name);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** One line about a test that failed: its file, its name, the first line of what went wrong. */
function said(file, name, message = '') {
  return `${basename(file)}: ${name}: ${stripVTControlCharacters(message).split('\n', 1)[0]}`;
}

/** Every story of a browser report, out of its nested suites. */
function specsOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);
}

/**
 * A server for the tests that need PostgreSQL: the one that is named, else one of our own. CI installs it and does not
 * go without.
 */
async function postgres() {
  if (process.env.TEST_DATABASE_URL) return null;
  if (process.env.CI && !installPostgres()) count(false, 'PostgreSQL is missing and could not be installed');
  const server = await startPostgres();
  if (server) process.env.TEST_DATABASE_URL = server.url;
  else console.log('no PostgreSQL at hand (TEST_DATABASE_URL, or an installed server): its tests are skipped');
  return server;
}

/** Before the unit tests: some of them look at pictures. Without a browser those are skipped, and the run fails. */
function browserAtHand() {
  try {
    process.env.CHROMIUM = chromium();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

async function vitest() {
  const file = join(results, 'vitest.json');
  const code = await run('npx', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readJson(file);
  passed += report?.numPassedTests ?? 0;
  for (const { name, assertionResults } of report?.testResults ?? [])
    for (const test of assertionResults)
      if (test.status === 'failed') failures.push(said(name, test.fullName, test.failureMessages[0]));
  // A file that could not be loaded counts no test, but fails the run.
  if (code !== 0 && !report?.numFailedTests) count(false, 'vitest');
}

async function browser() {
  const file = join(results, 'browser.json');
  const code = await run(
    'npx',
    ['playwright', 'test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  const report = readJson(file);
  passed += (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0);
  for (const spec of specsOf(report?.suites ?? []))
    for (const test of spec.tests)
      if (test.status === 'unexpected') failures.push(said(spec.file, spec.title, test.results.at(-1)?.error?.message));
  if (code !== 0 && !report?.stats.unexpected) count(false, 'browser');
}

for (const check of checks) count((await run(check.command, check.args)) === 0, check.name);
const server = await postgres();
const browserThere = browserAtHand();
await vitest();
server?.remove();
await run('npx', ['vite', 'build', '--logLevel', 'warn']).then((code) => count(code === 0, 'client build'));
if (browserThere) await browser();
else count(false, 'browser');
rmSync(results, { recursive: true, force: true });
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
