// Builds the operator's interface: accounts, parameters, queues, the log. In demo mode reviews are approved
// automatically.
import type { FastifyInstance } from 'fastify';
import { type CoinInfo, USDT_ID, instrumentOf } from '../../core/instruments/instrument.ts';
import { MONEY_DECIMALS, type Units, rateShare } from '../../core/units/units.ts';
import type { Identity, Reviews } from '../services/auth/identity.ts';
import { openVault } from '../services/auth/secret-box.ts';
import type { Config } from '../bootstrap/config.ts';
import type { Command } from '../exchange/command.ts';
import type { FundReviews } from '../services/funds/fund-reviews.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Store } from '../store/store.ts';
import { type ActionParts, HOUSE_COMMANDS } from './action.ts';
import { createAudit } from './audit-log.ts';
import { createAuthenticator } from './auth.ts';
import { startDemoReviews } from './demo-reviews.ts';
import { createActionExecutor } from './action-executor.ts';
import { createHealth } from './health.ts';
import { type Parameters, openParameters } from './parameters.ts';
import { createOperatorAccounts } from './operator-accounts.ts';
import { lookUpUser } from './user-lookup.ts';
import { createQueues } from './review-queues.ts';
import { addAdminRoutes } from './admin-routes.ts';
import { openToken } from './operator-token.ts';

export interface AdminOptions {
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
export function createAdmin(options: AdminOptions): { close(): Promise<void> } {
  const { config, store, sequencer, identity, funds, parameters, now, http, socket } = options;
  const operators = createOperatorAccounts(store, openVault(config.dataDir), now);
  const parts = { ...actionParts(options), operators };
  const audit = createAudit(store, now);
  const executor = createActionExecutor({ parts, audit, demo: config.demo, now });
  const auth = createAuthenticator({
    token: openToken(config.dataDir, config.operatorToken),
    accounts: operators,
    demo: config.demo,
  });
  const queues = createQueues(identity, funds);
  const health = createHealth({
    store,
    machine: sequencer.machine,
    queues,
    audit,
    now,
    seq: sequencer.seq,
    waiting: sequencer.waiting,
    sockets: () => socket.connections(),
  });
  addAdminRoutes(http, {
    auth,
    operators,
    executor,
    queues,
    parameters,
    audit,
    now,
    health: health.read,
    person: (who) => lookUpUser({ store, identity, machine: sequencer.machine, coins: parts.coins }, who),
    markets: () =>
      [...parts.markets].map(([coinInfoId, name]) => ({
        coinInfoId,
        name,
        ...statusOf(sequencer.machine, coinInfoId),
      })),
  });
  const demo = config.demo ? startDemoReviews({ queues, executor, parameters, now, log: options.log }) : null;
  return {
    async close() {
      health.close();
      await demo?.close();
    },
  };
}

function actionParts({
  store,
  sequencer,
  identity,
  funds,
  parameters,
  instruments,
  socket,
  now,
  auditLedger,
}: AdminOptions): Omit<ActionParts, 'operators'> {
  return {
    store,
    identity,
    funds,
    parameters,
    auditLedger,
    markets: new Map(instruments.filter(({ pair }) => pair !== '').map(({ id, pair }) => [id, pair])),
    holders: (coinInfoId) => sequencer.machine.holders(coinInfoId),
    delistTime: (coinInfoId) => sequencer.machine.delisting(coinInfoId)?.atMs ?? null,
    worthUnits: (coinId, units) => worthOf(sequencer.machine, instruments, coinId, units),
    coins: new Map(instruments.filter(({ type }) => type === 'crypto').map(({ id, symbol }) => [id, symbol])),
    // Types say so already; what carries money is checked twice.
    submit: (command: Command) => {
      if (!HOUSE_COMMANDS.some((kind) => kind === command.kind))
        throw new Error(`an operator may not send ${command.kind}`);
      return sequencer.submit(command);
    },
    tellMaintenance: () => socket.notice('maintenance', now()),
  };
}

/** An amount of a coin in USDT at the last trade of its spot market, rounded up; null before the first. */
function worthOf(
  machine: Sequencer['machine'],
  instruments: readonly CoinInfo[],
  coinId: number,
  units: Units,
): Units | null {
  if (coinId === USDT_ID) return units;
  const info = instruments.find(({ id, quoteCoinId, pair }) => id === coinId && quoteCoinId === USDT_ID && pair !== '');
  const lastTicks = machine.market(coinId)?.lastPriceTicks ?? 0;
  if (!info || lastTicks === 0) return null;
  const { price } = instrumentOf(info);
  return rateShare(units, BigInt(lastTicks * price.step) * 10n ** BigInt(MONEY_DECIMALS - price.decimals), 'up');
}

/** A market as the operator's list has it. */
function statusOf(machine: Sequencer['machine'], coinInfoId: number): { status: string; delistTime: string } {
  const end = machine.delisting(coinInfoId);
  return {
    status: end?.stage === 2 ? 'delisted' : statusWord(machine.market(coinInfoId)?.status),
    delistTime: end ? new Date(end.atMs).toISOString() : '',
  };
}

function statusWord(status: number | undefined): string {
  return ['halted', 'open', 'close-only'][status ?? 1] ?? '';
}
