// Ticks of a secret chain at their instants, on a clock that the test moves.
import { isReject } from '../../../core/orders/spot-order.ts';
import { instantMs } from '../../../core/proofs/tick-instants.ts';
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { SecretChain } from '../../../server/clock/secret-chain.ts';

export interface Port {
  submit(command: Command): Outcome | Promise<Outcome>;
}

/**
 * Returns a function that ticks: at the instant of `clock`'s current second, or late. The first tick commits to a
 * new chain, two seconds later.
 */
export function secretBeats(port: Port, clock: { nowMs: number }): () => Promise<Outcome> {
  let chain: SecretChain | null = null;
  const submit = async (command: Command): Promise<Outcome> => {
    const outcome = await port.submit(command);
    if (isReject(outcome.answer))
      throw new Error(`${command.kind} was refused: ${JSON.stringify(outcome.answer.params)}`);
    return outcome;
  };
  return async () => {
    if (!chain) {
      chain = await SecretChain.create(2_000);
      clock.nowMs += 2_000;
      await submit({ kind: 'commitClock', uid: EXCHANGE_UID, head: chain.head });
    }
    const secret = chain.next!;
    clock.nowMs += Math.max(0, instantMs(secret) - (clock.nowMs % 1000));
    const outcome = await submit({ kind: 'clock', uid: EXCHANGE_UID, secret: secret.toString('hex') });
    chain.advance();
    return outcome;
  };
}
