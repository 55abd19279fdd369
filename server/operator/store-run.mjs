// Runs a store command straight from the sources: `node server/operator/store-run.mjs backup FILE`.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vite = await createServer({ root, configFile: false, logLevel: 'error', appType: 'custom', server: { middlewareMode: true, ws: false, watch: null }, optimizeDeps: { noDiscovery: true } });
try {
  const { storeCommand } = await vite.ssrLoadModule('/server/operator/store-command.ts');
  for (const line of await storeCommand(process.argv.slice(2), process.env)) console.log(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await vite.close();
}
