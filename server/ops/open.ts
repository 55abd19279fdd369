// Puts the operator's room together: parameters, queues, the log, the desk, and in demo mode the reviewer who is nobody.
import type { FastifyInstance } from 'fastify';
import type { CoinInfo } from '../../contract/instrument.ts';
import type { Identity, Reviews } from '../accounts/identity.ts';
import type { Config } from '../config.ts';
import type { Command } from '../exchange/command.ts';
import type { FundReviews } from '../funds/reviews.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Store } from '../store/store.ts';
import { type ActionParts, HOUSE_COMMANDS } from './action.ts';
import { createAudit } from './audit.ts';
import { startDemoReviews } from './demo-reviews.ts';
import { createDesk } from './desk.ts';
import { createDoor } from './door.ts';
import { createHealth } from './health.ts';
import { type Parameters, openParameters } from './parameters.ts';
import { personOf } from './person.ts';
import { createQueues } from './queues.ts';
import { addOps } from './routes.ts';
import { openToken } from './token.ts';

export interface OpsOptions {
  config: Config;
  store: Store;
  sequencer: Sequencer;
  identity: Identity & Reviews;
  auditLedger: ActionParts['auditLedger'];
  funds: FundReviews | null;
  parameters: Parameters;
  /** The house's own instruments. */
  instruments: readonly CoinInfo[];
  http: FastifyInstance;
  socket: { connections(): number; notice(event: 'maintenance', at: number): void };
  now(): number;
  log(what: string, error: unknown): void;
}

/** Parameters as they were left; in demo mode reviews pass by themselves unless the settings say otherwise. */
export function parametersOf({ demoReviews }: Config, store: Store, now: () => number): Promise<Parameters> {
  return openParameters(store, now, { demoReviews: demoReviews ? 'on' : 'off' });
}

/** Adds the interface to the server, which must not listen yet. `close` ends what runs in the background. */
export function openOps(options: OpsOptions): { close(): Promise<void> } {
  const { config, store, sequencer, identity, funds, parameters, now, http, socket } = options;
  const parts = actionParts(options);
  const audit = createAudit(store, now);
  const desk = createDesk(parts, audit);
  const queues = createQueues(identity, funds);
  const health = createHealth({ store, machine: sequencer.machine, queues, audit, now, seq: sequencer.seq, waiting: sequencer.waiting, sockets: () => socket.connections() });
  addOps(http, {
    door: createDoor(openToken(config.dataDir, config.operatorToken)), desk, queues, parameters, audit, now, health: health.read,
    person: (who) => personOf({ store, identity, machine: sequencer.machine, coins: parts.coins }, who),
    markets: () => [...parts.markets].map(([coinInfoId, name]) => ({ coinInfoId, name, ...standing(sequencer.machine, coinInfoId) })),
  });
  const demo = config.demo ? startDemoReviews({ queues, desk, parameters, now, log: options.log }) : null;
  return {
    async close() {
      health.close();
      await demo?.close();
    },
  };
}

function actionParts({ store, sequencer, identity, funds, parameters, instruments, socket, now, auditLedger }: OpsOptions): ActionParts {
  return {
    store, identity, funds, parameters, auditLedger,
    markets: new Map(instruments.filter(({ pair }) => pair !== '').map(({ id, pair }) => [id, pair])),
    holders: (coinInfoId) => sequencer.machine.holders(coinInfoId),
    delistTime: (coinInfoId) => sequencer.machine.delisting(coinInfoId)?.atMs ?? null,
    coins: new Map(instruments.filter(({ type }) => type === 'crypto').map(({ id, symbol }) => [id, symbol])),
    // Types say so already; what carries money is checked twice.
    submit: (command: Command) => {
      if (!HOUSE_COMMANDS.some((kind) => kind === command.kind)) throw new Error(`an operator may not send ${command.kind}`);
      return sequencer.submit(command);
    },
    tellMaintenance: () => socket.notice('maintenance', now()),
  };
}

/** A market as the operator's list has it. */
function standing(machine: Sequencer['machine'], coinInfoId: number): { status: string; delistTime: string } {
  const end = machine.delisting(coinInfoId);
  return { status: end?.stage === 2 ? 'delisted' : statusWord(machine.market(coinInfoId)?.status), delistTime: end ? new Date(end.atMs).toISOString() : '' };
}

function statusWord(status: number | undefined): string {
  return ['halted', 'open', 'close-only'][status ?? 1] ?? '';
}
