// Runs a replay straight from the sources: `node bench/replay/run.mjs FILE --json`.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
try {
  const { replayCommand } = await vite.ssrLoadModule('/bench/replay/command.ts');
  const { lines, problems } = await replayCommand(process.argv.slice(2));
  for (const line of lines) console.log(line);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await vite.close();
}
