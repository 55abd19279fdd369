// Orders, position and fills of a practice on the chart.
import { effect } from '@preact/signals-react';
import { useContext, useEffect } from 'react';
import type { ChartEvent, TradeLine, TradeMark } from '../../../../chart/api.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { printSteps, stepsToNumber } from '../../../../core/units/units.ts';
import type { PracticeLists, PracticeState } from '../../../../core/worker-protocol/practice-protocol.ts';
import type { ChartController } from '../../../components/chart/chart-controller.ts';
import { type Translate, useTranslation } from '../../../locales/use-translation.ts';
import { PracticeContext } from './practice-context.ts';
import { averageTicks, lotsText, signedCentsText } from './practice-text.ts';

/** Renders nothing: the chart behind `port` draws. */
export function PracticeChart({ port }: { port: ChartController }) {
  const { t } = useTranslation();
  const practice = useContext(PracticeContext);
  useEffect(() => {
    if (!practice) return undefined;
    const { instrument } = practice;
    const stops = [
      effect(() => port.set('setTradeLines', practiceLines(instrument, practice.state.value, practice.lists.value, t))),
      effect(() => port.set('setTradeMarks', practiceMarks(instrument, practice.lists.value))),
      port.onEvent((event: ChartEvent) => {
        if (event.kind === 'lineClose') void practice.cancel(Number(event.id));
        if (event.kind === 'priceTap') practice.tappedPrice.value = nearestPrice(instrument, event.price);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      port.set('setTradeLines', []);
      port.set('setTradeMarks', []);
    };
  }, [port, practice, t]);
  return null;
}

/** The position with its open profit, and the resting orders; a cross cancels an order. */
function practiceLines(
  instrument: Instrument,
  state: PracticeState | null,
  { orders }: PracticeLists,
  t: Translate,
): TradeLine[] {
  if (!state) return [];
  const { price } = instrument;
  const common = { movable: false, pending: false };
  const lines: TradeLine[] = orders.map(({ id, side, priceTicks, lots, dealLots }) => ({
    ...common,
    id: String(id),
    kind: 'order',
    side,
    price: stepsToNumber(priceTicks, price),
    label: `${t(`trade.${side}`)} ${lotsText(lots - dealLots, instrument)}`,
    closable: true,
  }));
  const ticks = averageTicks(state, instrument);
  if (ticks === null) return lines;
  const side = state.positionLots > 0 ? 'buy' : 'sell';
  const amount = lotsText(Math.abs(state.positionLots), instrument);
  const label = `${t(side === 'buy' ? 'practice.long' : 'practice.short')} ${amount} ${signedCentsText(state.openUnits)}`;
  return [...lines, { ...common, id: 'position', kind: 'position', side, price: stepsToNumber(ticks, price), label }];
}

function practiceMarks({ price, amount }: Instrument, { fills }: PracticeLists): TradeMark[] {
  return fills.map(({ ts, priceTicks, side, lots }) => ({
    time: ts,
    price: stepsToNumber(priceTicks, price),
    side,
    label: printSteps(lots, amount),
  }));
}

function nearestPrice({ price }: Instrument, at: number): string {
  return printSteps(Math.max(1, Math.round((at * 10 ** price.decimals) / price.step)), price);
}
