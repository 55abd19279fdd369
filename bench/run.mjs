// Runs benchmarks: all of bench/*.bench.ts, or those named; prints a table and writes bench/results/NAME.json.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const known = readdirSync(here).filter((file) => file.endsWith('.bench.ts')).map((file) => file.slice(0, -'.bench.ts'.length));
const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark called ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(1);
}

// What is measured is what is shipped: React and Vite look at this name.
process.env.NODE_ENV = 'production';
const vite = await createServer({ mode: 'production', root: dirname(here), configFile: false, appType: 'custom', logLevel: 'error', server: { middlewareMode: true, ws: false, watch: null } });
mkdirSync(join(here, 'results'), { recursive: true });
for (const name of names) {
  const { run } = await vite.ssrLoadModule(`/bench/${name}.bench.ts`);
  const rows = await run();
  console.log(`\n${name}`);
  console.table(rows.map((row) => ({ ...row, value: Number(row.value.toPrecision(5)), ...(row.ratio === undefined ? {} : { ratio: Number(row.ratio.toPrecision(3)) }) })));
  writeFileSync(join(here, 'results', `${name}.json`), `${JSON.stringify(rows, null, 2)}\n`);
}
await vite.close();
process.exit(0);
