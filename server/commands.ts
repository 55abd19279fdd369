// The commands of the operator, an entry of the build: `backup`, `restore`, `migrate-store` and `operator`.
import { sentenceOf } from './bootstrap/system-errors.ts';
import { auditLedger } from './sequencer/ledger-audit.ts';
import { operatorCommand } from './cli/operator-command.ts';
import { storeCommand } from './cli/store-command.ts';

/** Prints what the command answers, or why it was refused; answers the code to exit with. */
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
