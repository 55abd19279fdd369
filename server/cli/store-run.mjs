// Runs a command of the operator's straight from the sources: `node server/cli/store-run.mjs backup FILE`, `...
// operator health`.
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
const [command, ...rest] = process.argv.slice(2);
try {
  const lines =
    command === 'operator'
      ? await (await vite.ssrLoadModule('/server/cli/operator-command.ts')).operatorCommand(rest, process.env)
      : await (
          await vite.ssrLoadModule('/server/cli/store-command.ts')
        ).storeCommand(
          [command, ...rest],
          process.env,
          (await vite.ssrLoadModule('/server/sequencer/ledger-audit.ts')).auditLedger,
        );
  for (const line of lines) console.log(line);
} catch (error) {
  console.error((await vite.ssrLoadModule('/server/bootstrap/system-errors.ts')).sentenceOf(error));
  process.exitCode = 1;
} finally {
  await vite.close();
}
