// Operator commands, an entry of the build: `backup`, `restore`, `migrate-store`, `operator`.
import { sentenceOf } from './bootstrap/system-errors.ts';
import { auditLedger } from './sequencer/ledger-audit.ts';
import { operatorCommand } from './cli/operator-command.ts';
import { storeCommand } from './cli/store-command.ts';

/** Runs a command, prints its result or error, and returns the exit code. */
export async function run(args: string[], env: Record<string, string | undefined>): Promise<number> {
  const [command, ...rest] = args;
  try {
    const lines =
      command === 'operator' ? await operatorCommand(rest, env) : await storeCommand(args, env, auditLedger);
    for (const line of lines) console.log(line);
    return 0;
  } catch (error) {
    console.error(sentenceOf(error));
    return 1;
  }
}
