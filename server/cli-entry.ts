// Operator commands, an entry of the build: `archive`, `backup`, `restore`, `migrate-store`, `operator`.
import { sentenceOf } from './bootstrap/system-errors.ts';
import { auditLedger } from './sequencer/ledger-audit.ts';
import { archiveCommand } from './cli/archive-command.ts';
import { operatorCommand } from './cli/operator-command.ts';
import { storeCommand } from './cli/store-command.ts';

/** Runs a command, prints its result or error, and returns the exit code. */
export async function run(args: string[], env: Record<string, string | undefined>): Promise<number> {
  const [command] = args;
  try {
    for (const line of await linesOf(command, args, env)) console.log(line);
    return 0;
  } catch (error) {
    console.error(sentenceOf(error));
    return 1;
  }
}

function linesOf(
  command: string | undefined,
  args: string[],
  env: Record<string, string | undefined>,
): Promise<string[]> {
  if (command === 'operator') return operatorCommand(args.slice(1), env);
  if (command === 'archive') return archiveCommand(args.slice(1), env);
  return storeCommand(args, env, auditLedger);
}
