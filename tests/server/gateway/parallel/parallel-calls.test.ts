// Two users who make many calls at once, on HTTP and sockets, while operators decide: no money is made or lost.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CALLS, type Call, type CallPath } from '../../../../core/endpoints/endpoints.ts';
import { FUND_STATUS } from '../../../../core/orders/fund-order.ts';
import type { Command } from '../../../../server/exchange/command.ts';
import { chance } from '../../../support/data/random-source.ts';
import { operatorOf } from '../../../support/server/operator-client.ts';
import { ownCode } from '../../../support/server/emailed-code.ts';
import { SocketCaller } from '../../../support/server/socket-caller.ts';
import {
  BTC,
  type ConformanceExchange,
  ETH,
  PERP,
  USDT,
  closeStage,
  openStage,
} from '../conformance/conformance-exchange.ts';
import { moneyFaults } from './parallel-checks.ts';
import { type KnownIds, type ParallelCall, ParallelForms, type ParallelUser, plainCalls } from './parallel-forms.ts';

const ROUNDS = Number(process.env['PARALLEL_ROUNDS'] ?? 8);
/** Whether a call succeeds depends on what others did just before: there are more rounds until each of them has. */
const MAX_ROUNDS = 4 * ROUNDS;
const SEED = Number(process.env['PARALLEL_SEED'] ?? 20_261_127);
/** Calls that are under way at once. */
const AT_ONCE = 60;
/** Of them on the socket of each user: the messages that a second allows, and some. */
const ON_SOCKET = 12;
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const COIN = 100_000_000n;

let stage: ConformanceExchange;
let users: ParallelUser[];
const sockets = new Map<number, SocketCaller>();
const draw = chance(SEED);

async function parallelUser(): Promise<ParallelUser> {
  const user = await stage.bound(await stage.verified(await stage.richUser(20_000n)));
  for (const coinId of [BTC, ETH])
    await stage.at.exchange.sequencer.submit({
      kind: 'credit',
      uid: user.uid,
      wallet: 'spot',
      coinId,
      units: COIN,
      recordType: 'spot_manual_add',
      remark: 'test',
    });
  const route = { coinInfoId: USDT, chain: 'TRC20' };
  const address = {
    ...route,
    address: TRON,
    accountName: 'Mine',
    code: await ownCode(stage.at, user.token, 'address'),
  };
  const { id } = await stage.did(
    '/coin/withdraw/address/generate',
    { ...address, googleCode: stage.fresh(user) },
    user.token,
  );
  const { address: depositAddress } = await stage.did('/coin/recharge/address/generate', route, user.token);
  return { ...user, addressId: id, depositAddress, googleCode: '' };
}

beforeAll(async () => {
  stage = await openStage();
  users = [await parallelUser(), await parallelUser()];
});
afterAll(async () => {
  for (const socket of sockets.values()) await socket.close();
  await closeStage(stage);
});

interface Answered extends ParallelCall {
  code: number;
  // eslint-disable-next-line typescript/no-explicit-any
  data: any;
}

function newestTick(): number {
  return stage.at.exchange.sequencer.machine.indexes().find(({ coinInfoId }) => coinInfoId === BTC)?.ts ?? 0;
}

/** New connections of both users: the clock has moved, and an old one would count as silent. */
async function connect(): Promise<void> {
  for (const { uid, token } of users) {
    await sockets.get(uid)?.close();
    sockets.set(uid, await SocketCaller.open(stage.at.exchange.address.url, token));
  }
}

/** Makes the calls at once, those that may be on the socket half of the time there. */
function together(calls: readonly ParallelCall[]): Promise<Answered[]> {
  const left = new Map(users.map(({ uid }) => [uid, ON_SOCKET]));
  return Promise.all(
    calls.map(async (call) => {
      const { user, path, form } = call;
      const free = left.get(user.uid) ?? 0;
      const isOnSocket = (CALLS[path as CallPath] as Call).socket === true && free > 0 && draw.below(2) === 0;
      if (isOnSocket) left.set(user.uid, free - 1);
      const answer = isOnSocket
        ? await sockets.get(user.uid)!.call(path, form)
        : await stage.at.call(path, form, user.token);
      if (!answer) throw new Error(`the socket of ${user.uid} was closed`);
      return { ...call, code: answer.code, data: answer.data };
    }),
  );
}

const known: KnownIds = { orders: [], contracts: [], funds: [], quotes: [] };

const prices = async () => ({ spot: Number(await stage.price(1)), perpetual: Number(await stage.price(1, PERP)) });

/** Quotes of both users; each may accept the other's as well. */
async function quotes(): Promise<void> {
  known.quotes = [];
  for (const { token } of users) {
    const form = { type: 'convert', dryRun: 1, coinInfoId: USDT, toCoinInfoId: ETH, amount: '300' };
    const { code, data } = await stage.call('/coin/transfer', form, token);
    if (code === 0) known.quotes.push(data.quoteNo);
  }
}

function remember(answers: readonly Answered[]): void {
  const { machine } = stage.at.exchange.sequencer;
  known.orders = users.flatMap(({ uid }) => machine.openOrders(uid, null).map(({ id }) => id));
  known.contracts = users.flatMap(({ uid }) => machine.openContracts(uid, null).map(({ id }) => id));
  for (const { path, code, data } of answers)
    if (code === 0 && (path === '/coin/withdraw/add' || path === '/coin/recharge/add')) known.funds.push(data.id);
}

/** Three operators at once decide each open deposit and withdrawal, and do not agree; owners cancel meanwhile. */
function decisions(): Promise<unknown>[] {
  const { funds, sequencer } = stage.at.exchange;
  const undecided = (work: Promise<void>): Promise<void> =>
    work.catch((error: { reject?: { code: number } }) => {
      expect([1403, 1404, 2012]).toContain(error.reject?.code);
    });
  return sequencer.machine.openFunds().flatMap(({ id, kind, status }) => {
    if (status !== FUND_STATUS.review || draw.below(2) === 0) return [];
    return kind === 'recharge'
      ? [funds.approveDeposit(id, 'a'), funds.approveDeposit(id, 'b'), funds.refuseDeposit(id, 'no', 'c')].map(
          undecided,
        )
      : [funds.approveWithdraw(id, 'a'), funds.approveWithdraw(id, 'b'), funds.refuseWithdraw(id, 'no', 'c')].map(
          undecided,
        );
  });
}

/** Of the calls of a user under one client number one form alone is accepted, and all its answers are equal. */
function checkNames(answers: readonly Answered[]): void {
  const byName = new Map<string, Answered[]>();
  for (const answer of answers)
    if (answer.form['clientNo'] !== undefined) {
      const name = `${answer.user.uid} ${answer.path} ${answer.form['clientNo']}`;
      byName.set(name, [...(byName.get(name) ?? []), answer]);
    }
  for (const [name, list] of byName) {
    const accepted = list.filter(({ code }) => code === 0);
    const ids = new Set(
      accepted.map(({ data }) => data.id ?? data.orderNo ?? data.orderNum ?? JSON.stringify(data.list)),
    );
    expect(ids.size, name).toBeLessThanOrEqual(1);
  }
}

/** Entries of a user of one type. */
async function entries(uid: number, recordType: string): Promise<{ refNo: string }[]> {
  const found: { refNo: string }[] = [];
  for (let offset = 0; ; offset += 100) {
    const { list, total } = await stage.at.exchange.sequencer.queries.ledgerEntries(uid, {
      recordType,
      offset,
      limit: 100,
    });
    found.push(...list);
    if (offset + 100 >= total) return found;
  }
}

describe('many calls at once', () => {
  it(`of two users move every unit once (seed ${SEED}, ${ROUNDS} rounds)`, { timeout: 3_600_000 }, async () => {
    const codes = new Map<string, number>();
    const neverDone = (): string[] => {
      const paths = new Set([...codes.keys()].map((name) => name.split(' ')[0]!));
      return [...paths].filter((path) => !codes.has(`${path} 0`));
    };
    for (let round = 0; round < ROUNDS || (neverDone().length > 0 && round < MAX_ROUNDS); round += 1) {
      for (const user of users) user.googleCode = stage.fresh(user);
      await connect();
      // Binary options begin with a tick of the last ten seconds, and the clock has moved by a minute.
      if (round % 3 === 0) await vi.waitFor(() => expect(stage.nowMs - newestTick()).toBeLessThan(5_000), 30_000);
      await quotes();
      const forms = new ParallelForms(draw, users, await prices());
      const calls = Array.from({ length: AT_ONCE }, () => forms.next(round, known));
      // Some are sent twice, some of them with the other user's session.
      const again = calls.slice(0, AT_ONCE / 4).map((call) => ({ ...call, user: draw.pick(users) }));
      const [answers] = await Promise.all([
        together([...calls, ...plainCalls(draw, users, known), ...again]),
        ...decisions(),
      ]);
      for (const { path, code } of answers) codes.set(`${path} ${code}`, (codes.get(`${path} ${code}`) ?? 0) + 1);
      expect(answers.filter(({ code }) => code === 1500 || code === 1501)).toEqual([]);
      checkNames(answers);
      expect(moneyFaults(stage.at.exchange), `round ${round}`).toEqual([]);
      remember(answers);
    }
    console.log(
      [...codes]
        .toSorted()
        .map(([name, count]) => `${name}: ${count}`)
        .join('\n'),
    );
    expect(neverDone()).toEqual([]);
    for (const { uid } of users)
      for (const type of ['recharge', 'withdraw', 'withdraw_fee', 'convert_out', 'demo_faucet']) {
        const refs = (await entries(uid, type)).map(({ refNo }) => refNo);
        if (type === 'demo_faucet') expect(refs.length).toBeLessThanOrEqual(1);
        else expect(new Set(refs).size, `${type} of ${uid}`).toBe(refs.length);
      }
    const { data } = await operatorOf(stage.at).act('ledger.audit');
    expect(data.faults).toEqual([]);
  });

  /** Commands of the first user that were committed. */
  const committed: Command[] = [];
  beforeAll(() => {
    stage.at.exchange.sequencer.onCommitted((_, commands) => {
      committed.push(...commands.filter(({ uid }) => uid === users[0]?.uid));
    });
  });

  /** Two rounds of calls by the first user; in the first something happens to the account. */
  async function around(event: () => Promise<unknown>): Promise<Answered[]> {
    const [user] = users as [ParallelUser];
    for (const one of users) one.googleCode = stage.fresh(one);
    await connect();
    const forms = new ParallelForms(draw, [user], await prices());
    const [first, second] = [1, 2].map((part) =>
      Array.from({ length: AT_ONCE }, () => forms.next(MAX_ROUNDS + 2 * (events += 1) + part, known)),
    );
    const happens = async (): Promise<void> => {
      await event();
      const { sequencer } = stage.at.exchange;
      // What was submitted before it waits in the queue, in order, and is committed then.
      await sequencer.submit({ kind: 'cancelSpot', uid: users[1]!.uid, orderIds: [1], clientNo: '' });
      await sequencer.queries.balances(user.uid);
      committed.length = 0;
    };
    await Promise.all([together(first!), happens()]);
    return together(second!);
  }
  let events = 0;

  it('A10 of a user who is frozen meanwhile do afterwards only what reduces risk', async () => {
    const [user] = users as [ParallelUser];
    const { identity } = stage.at.exchange;
    const answers = await around(() => identity.freeze(user.uid, 'a question'));
    expect(answers.some(({ code }) => code === 1403)).toBe(true);
    const may = ['cancelSpot', 'cancelAllSpot', 'cancelContract', 'closeContract', 'closeAllContracts'];
    expect(committed.map(({ kind }) => kind).filter((kind) => !may.includes(kind))).toEqual([]);
    expect(committed.length).toBeGreaterThan(0);
    expect(moneyFaults(stage.at.exchange)).toEqual([]);
    await identity.unfreeze(user.uid);
  });

  it('A3 of a session that ends meanwhile do nothing afterwards, on the socket neither', async () => {
    const [user] = users as [ParallelUser];
    const answers = await around(() => stage.at.exchange.sessions.endAll(user.uid));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([-1000]));
    expect(committed).toEqual([]);
    expect(moneyFaults(stage.at.exchange)).toEqual([]);
  });
});
