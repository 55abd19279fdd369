// Builds the admin API: accounts, parameters, queues, audit log, demo reviews.
import type { FastifyInstance } from 'fastify';
import { type CoinInfo, HALTED, USDT_ID, instrumentOf } from '../../core/instruments/instrument.ts';
import { MONEY_DECIMALS, type Units, rateShare } from '../../core/units/units.ts';
import type { Identity } from '../services/auth/identity.ts';
import { openSecretBox } from '../store/secret-box.ts';
import type { Command } from '../exchange/command.ts';
import type { FundReviews } from '../services/funds/fund-reviews.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { ArchiveState, ListedMarket } from '../../core/endpoints/operator-answers.ts';
import type { Store } from '../store/store.ts';
import { type ActionDeps, OPERATOR_COMMANDS } from './action.ts';
import { AuditLog } from './audit-log.ts';
import type { FeedSocket } from '../gateway/socket/feed-socket-server.ts';
import { type ExchangeMetrics, forLocalPrograms } from '../gateway/monitoring/exchange-metrics.ts';
import { storeBytes } from '../gateway/monitoring/store-size.ts';
import { Authenticator, isRefusal } from './auth.ts';
import { startDemoReviews } from './demo-reviews.ts';
import { ActionExecutor } from './action-executor.ts';
import { createHealth } from './health.ts';
import { Parameters } from './parameters.ts';
import { OperatorAccounts } from './operator-accounts.ts';
import { lookUpUser } from './user-lookup.ts';
import { createReviewQueues } from './review-queues.ts';
import { addAdminRoutes } from './admin-routes.ts';

/** The settings that concern the operator's interface. */
export interface AdminConfig {
  dataDir: string;
  demo: boolean;
  /** Initial value of the parameter of that name. */
  demoReviews: boolean;
}

export interface AdminOptions {
  config: Pick<AdminConfig, 'dataDir' | 'demo'>;
  /** Opens the operator's interface before there are accounts. */
  token: string;
  metrics: ExchangeMetrics;
  store: Store;
  sequencer: Sequencer;
  identity: Identity;
  auditLedger: ActionDeps['auditLedger'];
  funds: FundReviews | null;
  parameters: Parameters;
  /** The exchange's own instruments, without watched ones. */
  instruments: readonly CoinInfo[];
  http: FastifyInstance;
  socket: Pick<FeedSocket, 'connections' | 'counts'>;
  /** Null where nothing is recorded. */
  archive: { state(): ArchiveState } | null;
  now(): number;
  /** The machine's clock minus `now()`, in ms; 0: they agree. */
  clockAheadMs(): number;
  log(what: string, error: unknown): void;
}

/** Stored parameters; the setting for demo reviews is their initial value. */
export function parametersOf(
  { demoReviews }: Pick<AdminConfig, 'demoReviews'>,
  store: Store,
  now: () => number,
): Promise<Parameters> {
  return Parameters.open(store, now, { demoReviews: demoReviews ? 'on' : 'off' });
}

/** Adds the routes to the server, which must not listen yet. `close` stops background work. */
export function createAdmin(options: AdminOptions): { close(): Promise<void> } {
  const { config, store, sequencer, identity, funds, parameters, now, http, socket } = options;
  const operators = new OperatorAccounts(store, openSecretBox(config.dataDir), now, options.clockAheadMs);
  const deps = { ...actionDeps(options), operators };
  const audit = new AuditLog(store, now);
  const executor = new ActionExecutor({ deps, audit, demo: config.demo, now });
  const auth = new Authenticator({
    token: options.token,
    accounts: operators,
    demo: config.demo,
    now,
  });
  const queues = createReviewQueues(identity, funds, now);
  serveMetrics(options, auth);
  const health = createHealth({
    store,
    machine: sequencer.machine,
    queues,
    audit,
    now,
    seq: sequencer.seq,
    lastCommandTs: sequencer.ts,
    waiting: sequencer.queueLength,
    mostWaiting: sequencer.queueLimit,
    sockets: () => socket.connections(),
    archive: archiveStateOf(options),
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
    lookUpUser: (who) => lookUpUser({ store, identity, machine: sequencer.machine, coins: deps.coins }, who),
    markets: () =>
      [...deps.markets].map(([coinInfoId, name]) => ({
        coinInfoId,
        name,
        ...marketStatusOf(sequencer.machine, coinInfoId),
      })),
  });
  const demo = config.demo ? startDemoReviews({ queues, executor, parameters, now, log: options.log }) : null;
  return {
    async close() {
      health.close();
      options.metrics.close();
      await demo?.close();
    },
  };
}

function serveMetrics(options: AdminOptions, auth: Authenticator): void {
  const { metrics, http, socket, sequencer, store, config, now } = options;
  const archive = archiveStateOf(options);
  metrics.serve(
    http,
    {
      connections: () => socket.connections(),
      socketCounts: socket.counts,
      newestMs: sequencer.ts,
      storeBytes: () => storeBytes(store, config.dataDir),
      ...(archive ? { archive } : {}),
      now,
    },
    async (request) => {
      const by = (await forLocalPrograms(request)) === null ? null : await auth.operatorOf(request);
      return by !== null && isRefusal(by) ? by.status : null;
    },
  );
}

function archiveStateOf({ archive }: AdminOptions): (() => ArchiveState) | null {
  return archive && (() => archive.state());
}

function actionDeps({
  store,
  sequencer,
  identity,
  funds,
  parameters,
  instruments,
  now,
  auditLedger,
}: AdminOptions): Omit<ActionDeps, 'operators'> {
  return {
    store,
    identity,
    funds,
    parameters,
    now,
    auditLedger,
    markets: new Map(instruments.filter(({ pair }) => pair !== '').map(({ id, pair }) => [id, pair])),
    holders: (coinInfoId) => sequencer.machine.holders(coinInfoId),
    delistTime: (coinInfoId) => sequencer.machine.delisting(coinInfoId)?.atMs ?? null,
    isHalted: (coinInfoId) => sequencer.machine.market(coinInfoId)?.status === HALTED,
    isMarkOfPositions: (coinInfoId) => sequencer.machine.isMarkOfPositions(coinInfoId),
    usdtValueOf: (coinId, units) => usdtValueOf(sequencer.machine, instruments, coinId, units),
    coins: new Map(instruments.filter(({ type }) => type === 'crypto').map(({ id, symbol }) => [id, symbol])),
    // Checked at run time as well as by types, because it moves money.
    submit: (command: Command) => {
      if (!OPERATOR_COMMANDS.some((kind) => kind === command.kind))
        throw new Error(`an operator may not send ${command.kind}`);
      return sequencer.submit(command);
    },
  };
}

/**
 * Value of an amount of a coin in USDT at the index of its spot market, rounded up; null before it has a price. The
 * last trade is anyone's who takes one side of the book away.
 */
function usdtValueOf(
  machine: Sequencer['machine'],
  instruments: readonly CoinInfo[],
  coinId: number,
  units: Units,
): Units | null {
  if (coinId === USDT_ID) return units;
  const info = instruments.find(({ id, quoteCoinId, pair }) => id === coinId && quoteCoinId === USDT_ID && pair !== '');
  const priceTicks = machine.priceTicks(coinId);
  if (!info || priceTicks === 0) return null;
  const { price } = instrumentOf(info);
  return rateShare(units, BigInt(priceTicks * price.step) * 10n ** BigInt(MONEY_DECIMALS - price.decimals), 'up');
}

/** Trading status and delisting time of a market, as listed for operators. */
function marketStatusOf(
  machine: Sequencer['machine'],
  coinInfoId: number,
): Pick<ListedMarket, 'status' | 'delistTime'> {
  const end = machine.delisting(coinInfoId);
  return {
    status: end?.stage === 2 ? 'delisted' : statusNameOf(machine.market(coinInfoId)?.status),
    delistTime: end ? new Date(end.atMs).toISOString() : '',
  };
}

function statusNameOf(status: number | undefined): string {
  return ['halted', 'open', 'close-only'][status ?? 1] ?? '';
}
