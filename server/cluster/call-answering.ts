// The engine's side of forwarded calls: runs them as its own transports do, and knows sessions.
import type { CallPath } from '../../core/endpoints/endpoints.ts';
import { CALLS } from '../../core/endpoints/endpoints.ts';
import { type CallDeps, envelopeOf, runCall } from '../gateway/call-runner.ts';
import { Printed } from '../gateway/printed.ts';
import type { Bus, Dispose } from './bus.ts';
import { SUBJECT } from './cluster-messages.ts';

interface CallAnswering {
  /** Number of this owner of the database: calls to other leaders are not answered. */
  epoch: number;
  deps: CallDeps;
  uidOf(token: string): Promise<number | null>;
  /** Whether the database's server is away for a moment. */
  isAway(): boolean;
}

/** Limits, frozen users, closed calls and idempotency are the engine's: they hold over all gateways together. */
export function answerCalls(bus: Bus, { epoch, deps, uidOf, isAway }: CallAnswering): Dispose {
  const disposers = [
    bus.respond(SUBJECT.call(epoch), async ({ path, origin, traceId, token, key, form }) => {
      if (!Object.hasOwn(CALLS, path)) throw new Error(`no call ${path}`);
      // Its commit waits for the server, which a retry finds under way.
      const runs = form['clientNo'] && isAway() ? { ...deps, healthError: () => null } : deps;
      try {
        const envelope = await runCall(runs, path as CallPath, { origin, traceId, token, key, form: () => form });
        return { ...envelope, data: envelope.data instanceof Printed ? envelope.data.value() : envelope.data };
      } catch (error) {
        return envelopeOf(deps, error, origin.language, traceId);
      }
    }),
    bus.respond(SUBJECT.session(epoch), (token) => uidOf(token)),
  ];
  return () => {
    for (const dispose of disposers) dispose();
  };
}
