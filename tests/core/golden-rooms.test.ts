// The golden values of the formulas, in the rooms that show them: what the server prints of a contract, and what the
// ticket's screen promises before.
// Two rooms, not three: no worker and no line of the chart reckons margin, profit or liquidation; they are told
// finished prices, so there is nothing to run there.
import { riskTermsOf } from '../../core/orders/margin-terms.ts';
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { parseSteps, printMoney } from '../../core/units/units.ts';
import { printContract } from '../../server/gateway/wire-contract.ts';
import type { ContractState } from '../../server/exchange/contracts/contract.ts';
import { preview } from '../../src/features/contracts/contract-ticket.ts';
import { contractInstruments } from '../server/exchange/contract-fixture.ts';
import { GOLDEN, opened, ticks } from './margin-cases.ts';

const instrument = instrumentOf({ ...contractInstruments()[1]!.info, maxAmount: '1000' });
const terms = riskTermsOf(instrument);

describe.each(GOLDEN)('case $name', (golden) => {
  const { direction, amount, multiple, price } = golden;

  it('as the server prints it', () => {
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
    const said = printContract(instrument, terms, state, { markTicks: mark, lastTicks: mark });
    expect(said).toMatchObject({
      openPrice: price,
      openFee: golden.fee,
      liqPrice: golden.liq ?? '',
      bustPrice: golden.bust === '0' ? '' : golden.bust,
      breakEvenPrice: golden.breakEven,
      profit: golden.profit,
      addMgn: golden.added,
    });
    expect(Number(said.profitRate) * 100).toBeCloseTo(Number(golden.roe), 8);
    expect((Number(said.riskRate) * 100).toFixed(2)).toBe(golden.risk);
    expect(Number(said.riskRate) >= 1).toBe(golden.gone);
  });

  it('as the ticket shows it before', () => {
    const draft = {
      direction,
      orderType: 'limit' as const,
      multiple,
      price,
      amount,
      triggers: false,
      profit: '',
      loss: '',
    };
    const shown = preview(instrument, terms, draft, parseSteps(price, instrument.price) as number);
    expect(
      shown && [printMoney(shown.cost.marginUnits), printMoney(shown.cost.openFeeUnits), printMoney(shown.breakEvenE8)],
    ).toEqual([golden.im, golden.fee, golden.breakEven]);
    // A ticket has no margin added yet.
    if (golden.added === '0') expect(shown?.liqE8 == null ? null : printMoney(shown.liqE8)).toBe(golden.liq);
  });
});
