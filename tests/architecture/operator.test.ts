// No operator sets a price, a tick or a result: what can be done is a closed list, and what it can send to the machine
// carries none.
import { describe, expect, it } from 'vitest';
import type { Command, CommandOf } from '../../server/exchange/command.ts';
import { OPERATOR_COMMANDS, type OperatorCommand } from '../../server/admin/action.ts';
import { ACTIONS } from '../../server/admin/action-registry.ts';
import { PARAMETERS } from '../../server/admin/parameters.ts';
import { requestSchema } from '../../server/gateway/api-docs/json-schema.ts';
import { fieldsOf } from '../../server/gateway/api-docs/schema-text.ts';
import { PERP, contractExchange, fund } from '../support/exchange/contract-fixture.ts';
import { ALICE, BOB, USDT } from '../support/exchange/spot-fixture.ts';
import { code, importsOf, readSources } from './sources.ts';

/** Names of things that decide who wins. */
const DECIDES =
  /price|tick|(?<!re)mark|index|strike|exit|result|win|lose|profit|payout|odds|rate|fee|multiple|seed|candle|trade|fill/i;

type FieldsOf<K extends Command['kind']> = Exclude<keyof CommandOf<K>, 'kind'>;

/**
 * Every field of every command that an operator's act can lead to; the compiler holds this list to the commands
 * themselves.
 */
const CARRIED: { [K in OperatorCommand['kind'] | 'decideFund']: Record<FieldsOf<K>, string> } = {
  credit: {
    uid: 'who',
    wallet: 'where',
    coinId: 'what',
    units: 'how much',
    recordType: 'how it is called',
    remark: 'why',
  },
  marketStatus: { uid: 'the house', coinInfoId: 'which market', status: 'open, close-only or halted' },
  delistMarket: { uid: 'the house', coinInfoId: 'which market', atMs: 'when, a day ahead at the least' },
  decideFund: {
    uid: 'the house',
    fundId: 'which order',
    fundKind: 'deposit or withdrawal',
    approved: 'yes or no',
    reason: 'why',
    by: 'who',
    rule: 'which of the exchange’s own prices values a deposit',
  },
};

const adminSources = readSources().filter(
  ({ path }) => path.startsWith('server/admin/') || path.startsWith('server/cli/'),
);

describe('O2: no price, no tick, no result', () => {
  it('can be done by an act: the list is closed, and no act asks for one', () => {
    expect(Object.keys(ACTIONS).sort()).toEqual([
      'account.freeze',
      'account.score',
      'account.unfreeze',
      'deposit.approve',
      'deposit.refuse',
      'kyc.fail',
      'kyc.pass',
      'ledger.audit',
      'market.delist',
      'market.keep',
      'market.status',
      'money.credit',
      'notice.announce',
      'notice.tell',
      'operator.end',
      'operator.invite',
      'operator.reset',
      'operator.role',
      'parameter.set',
      'reset.fail',
      'reset.pass',
      'withdraw.approve',
      'withdraw.refuse',
    ]);
    const fields = Object.values(ACTIONS).flatMap(({ fields: schema }) =>
      fieldsOf(requestSchema(schema)).map(({ name }) => name),
    );
    expect(fields.filter((field) => DECIDES.test(field))).toEqual([]);
  });

  it('can be set by a parameter: the list is closed, and each only says what may begin', () => {
    expect(Object.keys(PARAMETERS).sort()).toEqual([
      'contracts',
      'demoReviewSeconds',
      'demoReviews',
      'deposits',
      'maintenance',
      'registration',
      'seconds',
      'secondsPeriods',
      'spot',
      'transfers',
      'withdrawals',
    ]);
    expect(Object.keys(PARAMETERS).filter((name) => DECIDES.test(name))).toEqual([]);
  });

  it('is carried by a command of the house', () => {
    expect([...OPERATOR_COMMANDS].sort()).toEqual(['credit', 'delistMarket', 'marketStatus']);
    expect(
      Object.values(CARRIED)
        .flatMap((fields) => Object.keys(fields))
        .filter((name) => DECIDES.test(name)),
    ).toEqual([]);
  });

  it('comes of one: books, marks, indexes and contracts stand after it as before, also for what runs', () => {
    const exchange = contractExchange();
    for (const uid of [ALICE, BOB]) exchange.run(fund(uid, 10_000n));
    exchange.moveTo(60_000);
    exchange.open(ALICE, 'long', { multiple: 20 });
    exchange.open(BOB, 'short', { multiple: 5, lossTicks: 620_000 });
    const portrait = () =>
      JSON.stringify(
        [
          exchange.machine.allContracts(),
          exchange.machine.indexes(),
          exchange.machine.mark(PERP),
          [1, 2].map((side) => {
            const levels: number[][] = [];
            exchange.machine.levels(PERP, side as 1 | 2, (priceTicks, lots) => {
              levels.push([priceTicks, lots]);
            });
            return levels;
          }),
          { ...exchange.machine.market(PERP), status: 0 },
        ],
        (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
      );
    const before = portrait();
    const commands: OperatorCommand[] = [
      ...[2, 0, 1].map((status) => ({ kind: 'marketStatus' as const, uid: 1, coinInfoId: PERP, status })),
      ...[1_700_200_000_000, 0].map((atMs) => ({ kind: 'delistMarket' as const, uid: 1, coinInfoId: PERP, atMs })),
      {
        kind: 'credit',
        uid: ALICE,
        wallet: 'contract',
        coinId: USDT,
        units: 5_000_000_000n,
        recordType: 'contract_manual_add',
        remark: 'why',
      },
    ];
    for (const command of commands) {
      const kinds = new Set(exchange.run(command).events.map(({ kind }) => kind));
      expect([...kinds]).toEqual([
        { credit: 'posting', marketStatus: 'marketStatus', delistMarket: 'delisting' }[command.kind],
      ]);
      expect(portrait()).toBe(before);
    }
  });

  it('has no way around the list: the admin code knows no market source, no bot and no feed, and has one way to the machine', () => {
    expect(adminSources.length).toBeGreaterThan(20);
    const reached = adminSources
      .flatMap(importsOf)
      .filter(
        ({ to, typeOnly }) =>
          !typeOnly &&
          /^server\/(simulation|venues|feed|sequencer|exchange)\//.test(to) &&
          to !== 'server/exchange/command.ts',
      );
    expect(reached.filter(({ to }) => !to.endsWith('migrations.ts'))).toEqual([]);
    const submits = adminSources.filter(({ text }) => /\bsequencer\.submit\b/.test(code(text))).map(({ path }) => path);
    expect(submits).toEqual(['server/admin/create-admin.ts']);
    const writes = adminSources.flatMap(({ path, text }) =>
      [...code(text).matchAll(/\b(INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)/g)].map(
        ([, verb, table]) => `${path} ${verb} ${table}`,
      ),
    );
    expect([...new Set(writes)].filter((write) => !write.startsWith('server/admin/append-only.ts')).sort()).toEqual([
      'server/admin/audit-log.ts INSERT INTO ops_audit',
      'server/admin/operator-accounts.ts DELETE FROM ops_session',
      'server/admin/operator-accounts.ts INSERT INTO ops_account',
      'server/admin/operator-accounts.ts INSERT INTO ops_session',
      'server/admin/operator-accounts.ts UPDATE ops_account',
      'server/admin/parameters.ts INSERT INTO ops_parameter',
    ]);
  });
});
