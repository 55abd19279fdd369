// Contract orders in the place of others (R19) among random commands: the machine against a naive twin, which revokes,
// places, and takes its state back where that is refused.
import { expect, it } from 'vitest';
import { isReject } from '../../../../core/orders/spot-order.ts';
import type { Command, CommandOf, Stamp } from '../../../../server/exchange/command.ts';
import type { ContractState } from '../../../../server/exchange/contracts/contract-state.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import { contractInstruments, fault } from '../../../support/exchange/contract-fixture.ts';
import { USERS, contractStream } from '../../../support/exchange/random-contracts.ts';
import { drawsOf } from '../../../support/data/random-source.ts';
import { seeded } from '../../../support/data/seeded-random.ts';
import { BOT, USDT } from '../../../support/exchange/spot-fixture.ts';

const SEEDS = [301, 302, 303];
const COMMANDS = 1800;

type Replace = CommandOf<'replaceContract'>;
interface Naive {
  code: number;
  /** The contract that was placed, and the state after it; of a refusal null and the state before. */
  placed: ContractState | null;
  stateHash: string;
}

/** What is left of a trigger for a part: its price, and 0 lots where it closes everything. */
function rest(ticks: number, part: number, held: number, lots: number): [ticks: number, lots: number] {
  if (part === 0) return [ticks, 0];
  if (held >= part) return [0, 0];
  return [ticks, part - held < lots ? part - held : lots];
}

function naive(machine: Machine, stamp: Stamp, { uid, contractId, lots: asked, limitTicks, clientNo }: Replace): Naive {
  const before = machine.snapshot();
  const twin = new Machine(contractInstruments());
  twin.restore(before);
  const refused = (code: number): Naive => ({ code, placed: null, stateHash: machine.stateHash() });
  const old = twin.allContracts().find(({ id }) => id === contractId);
  const revoked = twin.apply(stamp, { kind: 'cancelContract', uid, contractIds: [contractId], coinInfoId: null });
  if (isReject(revoked.answer)) return refused(revoked.answer.code);
  const { coinInfoId, direction, multiple, triggerBy, pendingLots, position, ...state } = old!;
  const lots = asked > 0 && asked < pendingLots ? asked : pendingLots;
  const [profitTicks, profitLots] = rest(state.profitTicks, state.profitLots, position.lots, lots);
  const [lossTicks, lossLots] = rest(state.lossTicks, state.lossLots, position.lots, lots);
  const { answer } = twin.apply(stamp, {
    kind: 'placeContract',
    uid,
    coinInfoId,
    direction,
    orderType: 'limit',
    multiple,
    lots,
    limitTicks,
    profitTicks,
    lossTicks,
    triggerBy,
    slipE8: 0,
    clientNo,
  });
  if (isReject(answer)) return refused(answer.code);
  return { code: 0, placed: { ...answer.contracts![0]!, profitLots, lossLots }, stateHash: twin.stateHash() };
}

/** Mostly of what rests and of its owner: somewhere near, too far, or through the book. */
function replacement(machine: Machine, random: () => number, clientNo: string): Replace | null {
  const { below } = drawsOf(random);
  const resting = machine.allContracts().filter(({ pendingLots }) => pendingLots > 0);
  const old = resting[below(resting.length)];
  if (!old) return null;
  const odd = random() < 0.1;
  return {
    kind: 'replaceContract',
    uid: odd ? USERS[below(USERS.length)]! : old.uid,
    contractId: odd ? below(old.id + 3) : old.id,
    lots: random() < 0.6 ? 0 : 1 + below(old.pendingLots * 2),
    limitTicks:
      random() < 0.01 ? 0 : Math.round(old.limitTicks * (1 + (random() - 0.5) * (random() < 0.05 ? 0.6 : 0.012))),
    clientNo,
  };
}

/** Now and then before it: its owner has nothing left, or closes only a part at a price. */
function* prelude(machine: Machine, random: () => number, { contractId }: Replace): Generator<Command> {
  const old = machine.allContracts().find(({ id }) => id === contractId);
  if (!old) return;
  const { uid, direction, limitTicks, lots } = old;
  const { available } = machine.balance(uid, 'contract', USDT);
  if (random() < 0.02) yield { kind: 'transfer', uid, coinId: USDT, units: available, to: 'spot', clientNo: '' };
  const gain = direction === 'long' ? 1 : -1;
  const at = (share: number): number => Math.round(limitTicks * (1 + gain * share));
  const part = Math.ceil(lots * random());
  if (random() < 0.1) yield { kind: 'setProfit', uid, contractId, priceTicks: at(0.02), lots: part };
  if (random() < 0.1) yield { kind: 'setLoss', uid, contractId, priceTicks: at(-0.002), lots: part };
}

const met = new Map<string, number>();
const count = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1);

it.each(SEEDS)(`both agree on every replacement (seed %i, ${COMMANDS} commands)`, (seed) => {
  const machine = new Machine(contractInstruments());
  const random = seeded(seed + 1);
  const tape: [Stamp, Command][] = [];
  const run = (command: Command): ReturnType<Machine['apply']> => {
    const stamp = { seq: tape.length + 1, ts: 1_700_000_000_000 + tape.length * 1000 };
    tape.push([stamp, command]);
    return machine.apply(stamp, command);
  };
  const driven = {
    lastContractId: () => machine.counters().contractId,
    botOrders: (coinInfoId: number) => machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
  };
  for (const command of contractStream(seed, COMMANDS, driven)) {
    run(command);
    const replace = random() < 0.25 ? replacement(machine, random, `x${tape.length}`) : null;
    if (!replace) continue;
    for (const before of prelude(machine, random, replace)) run(before);
    const old = machine.allContracts().find(({ id }) => id === replace.contractId);
    const twin = naive(machine, { seq: tape.length + 1, ts: 1_700_000_000_000 + tape.length * 1000 }, replace);
    const { answer, events } = run(replace);
    const where = `seed ${seed}, command ${tape.length}`;
    expect(isReject(answer) ? answer.code : 0, where).toBe(twin.code);
    count(String(twin.code));
    if (isReject(answer)) {
      expect(events, where).toEqual([]);
      expect(machine.stateHash(), where).toBe(twin.stateHash);
      continue;
    }
    expect(answer.contracts, where).toEqual([twin.placed]);
    expect(fault(machine), where).toBe(null);
    const { profitLots, lossLots, status } = twin.placed!;
    count(`status ${status}`);
    if (old!.position.lots > 0) count('filled in part');
    if (profitLots + lossLots > 0) count('with a part');
    else expect(machine.stateHash(), where).toBe(twin.stateHash);
  }
  const again = new Machine(contractInstruments());
  for (const [stamp, command] of tape) again.apply(stamp, command);
  expect(again.stateHash()).toBe(machine.stateHash());
});

it('every answer, and every kind of what is replaced, was reached', () => {
  console.log(`replacements: ${JSON.stringify(Object.fromEntries(met))}`);
  for (const what of [
    '0',
    '1404',
    '2001',
    '2004',
    '2006',
    '2009',
    '2010',
    '2012',
    'status 0',
    'status 1',
    'filled in part',
    'with a part',
  ])
    expect(met.get(what) ?? 0, what).toBeGreaterThan(0);
});
