// Golden values of the formulas where they are shown: the server's contract and the order ticket.
import { riskTermsOf } from '../../core/orders/margin-terms.ts';
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { parseSteps, printMoney } from '../../core/units/units.ts';
import { printContract } from '../../server/gateway/wire/wire-contract.ts';
import type { ContractState } from '../../server/exchange/contracts/contract-state.ts';
import { preview } from '../../src/features/contracts/contract-ticket.ts';
import { PERP, contractExchange, contractInstruments, fund } from '../support/exchange/contract-fixture.ts';
import { ALICE } from '../support/exchange/spot-fixture.ts';
import { GOLDEN, opened, ticks } from './margin-cases.ts';

const instrument = instrumentOf({ ...contractInstruments()[1]!.info, maxAmount: '1000' });
const terms = riskTermsOf(instrument);

describe.each(GOLDEN)('case $name', (golden) => {
  const { direction, amount, multiple, price } = golden;

  it("in the server's contract", () => {
    const position = opened(terms, direction, amount, price, multiple, golden.added);
    const state: ContractState = {
      id: 1,
      uid: 10_001,
      coinInfoId: instrument.info.id,
      clientNo: 'g',
      direction,
      orderType: 'market',
      multiple,
      lots: position.lots,
      limitTicks: 0,
      triggerBy: 'mark',
      profitTicks: 0,
      lossTicks: 0,
      profitLots: 0,
      lossLots: 0,
      bookOrderId: 0,
      pendingLots: 0,
      heldUnits: 0n,
      position,
      openedLots: position.lots,
      openedUnits: position.openUnits,
      openFeeUnits: position.openFeeUnits,
      initialUnits: position.entryMarginUnits,
      closedLots: 0,
      closedUnits: 0n,
      closeFeeUnits: 0n,
      addedUnits: position.marginUnits - position.entryMarginUnits,
      realisedUnits: 0n,
      status: 1,
      closeType: 0,
      closeReason: '',
      createTime: 1,
      openTime: 1,
      closeTime: 0,
      updateTime: 1,
    };
    const mark = ticks(terms, golden.mark);
    const printed = printContract(instrument, terms, state, { markTicks: mark, lastTicks: mark });
    expect(printed).toMatchObject({
      openPrice: price,
      openFee: golden.fee,
      liqPrice: golden.liq ?? '',
      bustPrice: golden.bust === '0' ? '' : golden.bust,
      breakEvenPrice: golden.breakEven,
      profit: golden.profit,
      addMgn: golden.added,
    });
    expect(Number(printed.profitRate) * 100).toBeCloseTo(Number(golden.roe), 8);
    expect((Number(printed.riskRate) * 100).toFixed(2)).toBe(golden.risk);
    expect(Number(printed.riskRate) >= 1).toBe(golden.gone);
  });

  // The books of the fixture are too coarse for a price of 100.
  it.skipIf(Number(price) < 1_000)('in a position that commands opened, at the mark that the books make', () => {
    const { machine, run, moveTo, quoteSpot, quote, beat, open } = contractExchange([
      contractInstruments()[0]!,
      instrument,
    ]);
    run(fund(ALICE, 20_000n));
    // The best prices are half a USDT from the middle.
    moveTo(Number(price) + (direction === 'long' ? -0.5 : 0.5));
    const lots = parseSteps(amount, instrument.amount) as number;
    const { id } = open(ALICE, direction, { multiple, lots });
    const added = Number(golden.added) * 1e8;
    if (added > 0) run({ kind: 'addMargin', uid: ALICE, contractId: id, units: BigInt(added), clientNo: 'g' });
    quoteSpot(Number(golden.mark));
    quote(Number(golden.mark));
    beat();
    const { markTicks } = machine.mark(PERP)!;
    const printed = printContract(instrument, terms, machine.openContract(id)!, { markTicks, lastTicks: 0 });
    expect(printed).toMatchObject({
      openPrice: price,
      securityDeposit: printMoney(BigInt(Number(golden.im) * 1e8 + added)),
      openFee: golden.fee,
      liqPrice: golden.liq ?? '',
      bustPrice: golden.bust,
      breakEvenPrice: golden.breakEven,
      profit: golden.profit,
    });
    expect(Number(printed.markPrice)).toBe(Number(golden.mark));
    expect((Number(printed.riskRate) * 100).toFixed(2)).toBe(golden.risk);
    beat();
    expect(machine.openContract(id) === undefined).toBe(golden.gone);
  });

  it('in the order ticket', () => {
    const draft = {
      direction,
      orderType: 'limit' as const,
      leverage: multiple,
      price,
      amount,
      unit: 'base' as const,
      size: '',
      percent: null,
      profit: '',
      loss: '',
    };
    const shown = preview(instrument, terms, draft, {
      lastTicks: parseSteps(price, instrument.price) as number,
    });
    expect(
      shown && [printMoney(shown.cost.marginUnits), printMoney(shown.cost.openFeeUnits), printMoney(shown.breakEvenE8)],
    ).toEqual([golden.im, golden.fee, golden.breakEven]);
    // A ticket has no added margin.
    if (golden.added === '0') expect(shown?.liqE8 == null ? null : printMoney(shown.liqE8)).toBe(golden.liq);
  });
});
