// Runs an operator command (`node server/cli/run.mjs backup FILE`); builds a stale server first.
import { buildStale, importBuilt } from '../build-stale.mjs';

try {
  // Progress of the build goes to stderr, because a program may read the command's output.
  await buildStale(['server'], console.error);
  const { run } = await importBuilt('cli-entry.js');
  process.exitCode = await run(process.argv.slice(2), process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
