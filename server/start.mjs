// `npm start`: builds what is stale, then runs the exchange. `--dev`: the same on one port straight from the sources.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { BUILDS, ROOT, isStale } from './build-stamp.mjs';

const ARGUMENTS = { client: ['build', '--logLevel', 'warn'], server: ['build', '--ssr', '--logLevel', 'warn'] };

/** Builds in a process of its own, so that the exchange does not carry the bundler's memory. */
function build(name) {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...ARGUMENTS[name]], { cwd: ROOT, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`The ${name} could not be built.`))));
  });
}

async function startBuilt() {
  const stale = Object.keys(BUILDS).filter(isStale);
  if (stale.length > 0) console.log(`Building ${stale.join(' and ')} ...`);
  await Promise.all(stale.map(build));
  const { run } = await import(pathToFileURL(join(ROOT, BUILDS.server.output, 'main.js')).href);
  await run(process.env, { clientFolder: join(ROOT, BUILDS.client.output) });
}

/** Vite serves the client and loads the server; its reload socket shares the port under a sub-protocol of its own. */
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
