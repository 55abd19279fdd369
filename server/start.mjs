// `npm start`: builds what is stale and runs the exchange. `--dev`: runs it from the sources.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildStale, importBuilt } from './build-stale.mjs';
import { BUILDS, ROOT } from './build-stamp.mjs';

async function startBuilt() {
  await buildStale(Object.keys(BUILDS), console.log);
  const { run } = await importBuilt('main.js');
  await run(process.env, {
    clientFolder: join(ROOT, BUILDS.client.output),
    rowsThread: pathToFileURL(join(ROOT, BUILDS.server.output, 'rows-thread.js')),
  });
}

/** Vite serves the client and loads the server; its reload socket shares the port by a sub-protocol. */
async function startSources() {
  const { createServer: createVite } = await import('vite');
  const server = createServer();
  const vite = await createVite({ root: ROOT, server: { middlewareMode: true, hmr: { server } }, appType: 'spa' });
  const { run } = await vite.ssrLoadModule('/server/main.ts');
  await run(process.env, { server, web: vite.middlewares, development: true, onClose: () => vite.close() });
}

const HOW = `npm start             builds what is stale, then runs the exchange
npm run dev           the same straight from the sources
Settings come from the environment; docs/operations.md has the list: PORT, HOST, DATA_DIR, DATABASE_URL, MARKET ...`;

const { values, tokens } = parseArgs({
  options: { dev: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
  strict: false,
  tokens: true,
});
const wrong = tokens.find(({ kind, name }) => kind !== 'option' || (name !== 'dev' && name !== 'help'));
if (wrong) {
  console.error(`"${wrong.rawName ?? wrong.value ?? '--'}" is no option of npm start. How to:\n${HOW}`);
  process.exit(1);
}
if (values.help) {
  console.log(HOW);
  process.exit(0);
}
try {
  await (values.dev ? startSources() : startBuilt());
} catch (error) {
  if (error?.code === 'EMFILE')
    console.error('This process may not open more files: raise the limit (ulimit -n 1024), then start again.');
  else console.error(error instanceof Error && error.message.startsWith('The ') ? error.message : error);
  process.exit(1);
}
