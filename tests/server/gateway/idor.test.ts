// A call repeated by another user reveals nothing of the first and changes nothing; logs hold no secrets.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CALLS, type Call, type CallPath } from '../../../core/endpoints/endpoints.ts';
import { CONTRACT_CASES } from './conformance/contract-cases.ts';
import { MARKET_CASES } from './conformance/market-cases.ts';
import {
  type Cases,
  type TestUser,
  type ConformanceExchange,
  closeStage,
  openStage,
} from './conformance/conformance-exchange.ts';
import { USER_CASES } from './conformance/user-cases.ts';
import { WALLET_CASES } from './conformance/wallet-cases.ts';
import { userState } from './user-state.ts';
import { type Answer, type Form, PASSWORD } from '../../support/server/running-exchange.ts';

const CASES: Cases = { ...USER_CASES, ...MARKET_CASES, ...CONTRACT_CASES, ...WALLET_CASES };
const paths = (Object.keys(CASES) as CallPath[]).filter((path) => (CALLS[path] as Call).access === 'session');
/** What a user reads about themselves; must not change by another user's call. */
const VIEWS: [CallPath, Form][] = [
  ['/user/info', { sessions: 1, kyc: 1 }],
  ['/user/notice', {}],
  ['/coin/assets', {}],
  ['/coin/order/list', { state: 'current' }],
  ['/coin/contract/order/list/active', {}],
  ['/coin/contract/order/list', {}],
  ['/coin/recharge/order', {}],
  ['/coin/recharge/address', { coinInfoId: 1, chain: 'TRC20' }],
  ['/coin/withdraw/order', {}],
  ['/coin/withdraw/address', {}],
  ['/user/point/change/log', { pageSize: 100 }],
];
/** Fields that change with the market. */
const MARKET = /^(currentPrice|markPrice|riskRate|profit|profitRate|usdtAmount\w+)$/;
const secrets = new Set<string>([PASSWORD]);
const logged: string[] = [];
let stage: ConformanceExchange;
let stranger: TestUser;

beforeAll(async () => {
  for (const level of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      logged.push(words.map((word) => (word instanceof Error ? `${word.stack}` : String(word))).join(' '));
    });
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    logged.push(String(line));
    return true;
  });
  stage = await openStage();
  stranger = await stage.richUser();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await closeStage(stage);
}, 240_000);

async function views(token: string): Promise<string> {
  const answers: Answer[] = [];
  for (const [path, form] of VIEWS) answers.push(await stage.at.call(path, form, token));
  return JSON.stringify(
    answers.map(({ code, data }) => [code, data]),
    (name, value: unknown) => (MARKET.test(name) ? undefined : value),
  );
}

/** Values that would reveal the owner: those in the owner's reads that no other user's reads contain. */
async function marksOf(token: string): Promise<string[]> {
  const own = await views(token);
  const strange = await views(stranger.token);
  return [
    ...new Set(
      [...own.matchAll(/"(?:email|orderNo|clientNo|orderNum|address|inviteCode|id)":"([^"]{5,})"/g)].map(
        ([, mark]) => mark ?? '',
      ),
    ),
  ].filter((mark) => !strange.includes(mark));
}

describe('the same call by another user', () => {
  it.each(paths)('%s', async (path) => {
    const { form, token = stage.rich.token } = await CASES[path]!.happy(stage);
    for (const field of ['code', 'googleCode', 'secret', 'recoveryCode', 'password'])
      if (form[field] !== undefined) secrets.add(String(form[field]));
    secrets.add(token);
    const before = [userState(stage.at.exchange, (uid) => uid !== stranger.uid), await views(token)];
    const marks = await marksOf(token);
    const answer = await stage.at.call(path, form, stranger.token);
    const text = JSON.stringify(answer.data);
    // Values that the form itself contains may be returned.
    const sent = Object.values(form).map(String);
    expect(
      marks.filter((mark) => text.includes(mark) && !sent.includes(mark)),
      `${answer.code} ${text}`,
    ).toEqual([]);
    expect([userState(stage.at.exchange, (uid) => uid !== stranger.uid), await views(token)]).toEqual(before);
  });
});

describe('secrets', () => {
  it('are in no log line; an internal error logs its trace id and the error', async () => {
    expect(logged).toEqual([]);
    const { queries: reads } = stage.at.exchange.sequencer;
    const orders = vi.spyOn(reads, 'orders').mockRejectedValue(new Error('the disk is gone'));
    const answer = await stage.at.call('/coin/order/list', { state: 'current' }, stage.rich.token);
    orders.mockRestore();
    expect(answer).toMatchObject({ code: 1500, status: 200, data: {} });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(answer.traceId);
    expect(logged[0]).toContain('the disk is gone');
    expect(secrets.size).toBeGreaterThan(20);
    expect([...secrets, stranger.token].filter((secret) => logged.some((line) => line.includes(secret)))).toEqual([]);
  });
});

describe('an expired session', () => {
  it('is refused by every call that needs one', async () => {
    stage.later(31 * 86_400_000);
    for (const path of paths) expect((await stage.at.call(path, {}, stranger.token)).code, path).toBe(-1000);
    // The market follows the clock by a month.
  }, 240_000);
});
