// Runs benchmarks: all of bench/*.bench.ts, or those named; prints a table and writes bench/results/NAME.json.
// BENCH=quick: in short.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { findChromium } from '../tests/support/browser/find-chromium.mjs';

const own = fileURLToPath(import.meta.url);
const here = dirname(own);
const root = dirname(here);
const known = readdirSync(here)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length));
const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark called ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(1);
}

/** Each in a process of its own: what one leaves behind, or dies of, is not the next one's. */
function runEach() {
  const failed = names.filter((name) => {
    const from = performance.now();
    const { status } = spawnSync(process.execPath, [...process.execArgv, own, name], { stdio: 'inherit' });
    console.log(`${name}: ${Math.round((performance.now() - from) / 1000)} s${status === 0 ? '' : ', FAILED'}`);
    return status !== 0;
  });
  console.log(
    `\n${names.length - failed.length} of ${names.length} benchmarks ran${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
  );
  return failed.length === 0 ? 0 : 1;
}

/** In a bundle a file still finds what lies beside its source. */
const ownPlaces = {
  name: 'own-places',
  transform: (code, id) =>
    id.startsWith(root) && code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};

/**
 * Builds a benchmark as one bundle, as the product runs: in modules that Vite loads one by one each use of an import
 * calls a getter, which slows hot code down.
 */
async function bundle(name, folder) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [ownPlaces],
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      copyPublicDir: false,
      rolldownOptions: { input: { bench: `bench/${name}.bench.ts`, row: 'bench/harness/row.ts' } },
    },
  });
}

async function runOne(name) {
  // What is measured is what is shipped: React and Vite look at this name.
  process.env.NODE_ENV = 'production';
  const browser = findChromium();
  if (browser) process.env.CHROMIUM = browser;
  // Inside node_modules, so that the bundle finds the packages it leaves outside.
  const folder = mkdtempSync(join(root, 'node_modules', '.bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  await bundle(name, folder);
  const built = (entry) => import(pathToFileURL(join(folder, `${entry}.js`)).href);
  const [{ run }, { reportedRows }] = await Promise.all([built('bench'), built('row')]);
  const { reported, leftOut } = reportedRows(await run());
  console.log(`\n${name}`);
  console.table(
    reported.map((row) => ({
      ...row,
      value: Number(row.value.toPrecision(5)),
      ...(row.ratio === undefined ? {} : { ratio: Number(row.ratio.toPrecision(3)) }),
    })),
  );
  for (const sentence of leftOut) console.log(sentence);
  mkdirSync(join(here, 'results'), { recursive: true });
  if (reported.length > 0)
    writeFileSync(join(here, 'results', `${name}.json`), `${JSON.stringify(reported, null, 2)}\n`);
  // A benchmark with a limit (size) sets it.
  return process.exitCode ?? 0;
}

process.exit(names.length > 1 ? runEach() : await runOne(names[0]));
