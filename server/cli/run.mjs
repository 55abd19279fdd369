// Runs a command of the operator's: `node server/cli/run.mjs backup FILE`, `... operator health`. Builds the server
// first where it is stale.
import { buildStale, importBuilt } from '../build-stale.mjs';

try {
  // What a command prints may be read by a program: that it builds first is said beside it.
  await buildStale(['server'], console.error);
  const { run } = await importBuilt('commands.js');
  process.exitCode = await run(process.argv.slice(2), process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
