// The price ladder: prices around the market with sizes, own orders and positions; trades only while it is armed.
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { riskTermsOf } from '../../../../core/orders/margin-terms.ts';
import { multiplesOf } from '../../../../core/risk/margin-tiers.ts';
import { useView } from '../../../api/view-subscription.ts';
import { useCommand } from '../../../components/common/commands.ts';
import { FreshZone } from '../../../components/market/feed-status.tsx';
import { baseSymbol } from '../../../components/market/pair-symbols.ts';
import { tradeKindOf } from '../../../components/market/trade-kind.ts';
import { OrderConfirmation } from '../../../components/order-review/order-confirmation.tsx';
import { usePersistentDraft } from '../../../components/ticket/draft-persistence.ts';
import { lastTicksNow } from '../../../components/ticket/initial-price.ts';
import { fillTicket } from '../../../components/ticket/ticket-commands.ts';
import { BOOK_DEPTH, bookIntervalMs } from '../../../hooks/use-book.ts';
import { useLeverage } from '../../../hooks/use-leverage.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { tickerOf } from '../../../stores/market/tickers.ts';
import { LadderCells } from '../../../stores/market/ladder-rows.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { remPx } from '../../../ui/rem-px.ts';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { LadderFoot } from './ladder-foot.tsx';
import { LadderGrid, type LadderGridProps } from './ladder-grid.tsx';
import { LadderGuard } from './ladder-guard.ts';
import type { LadderHandlers } from './ladder-input.ts';
import { type LadderOrder, ladderOrders, ladderPositions, movableOrder } from './ladder-orders.ts';
import { ArmSwitch, GuardMessage, StopSwitch, useGuard } from './ladder-switches.tsx';
import { type LadderMove, MoveSheet, OrdersSheet } from './ladder-sheets.tsx';
import styles from './ladder.module.css';
import { useLadderOrder } from './use-ladder-order.ts';

/** Height of a row, as in the style sheet. */
const ROW_REM = 1.5;
const [MIN_ROWS, MAX_ROWS] = [9, 79];
/** Ticks in a row, in the steps that can be chosen. */
const GROUP_STEPS = [1, 10, 100, 1000] as const;

/** An odd number of rows that fits into an element, so that one of them is the middle. */
function useRows(host: RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(0);
  useEffect(() => {
    const { current } = host;
    if (!current) return undefined;
    const sizes = new ResizeObserver(() => {
      const fitting = Math.floor(current.clientHeight / (ROW_REM * remPx())) - 1;
      setRows(Math.max(MIN_ROWS, Math.min(MAX_ROWS, fitting - ((fitting + 1) % 2))));
    });
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [host]);
  return rows;
}

/** Each market has its own guard: another market is never armed. */
export function LadderPane({ instrument }: { instrument: Instrument }) {
  return <Ladder key={instrument.info.id} instrument={instrument} />;
}

function Ladder({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const rows = useRows(host);
  const [groupTicks, setGroupTicks] = useGroup(instrument);
  const ladder = useLadderCells(instrument, rows, groupTicks);
  const [guard] = useState(() => new LadderGuard());
  const [amount, setAmount] = usePersistentDraft<string>(`ladder ${instrument.info.id}`, () => '');
  const leverage = useContractLeverage(instrument);
  const { sending, place, ...review } = useLadderOrder(instrument, amount, leverage);
  const [chosen, setChosen] = useState<readonly LadderOrder[]>([]);
  const [move, setMove] = useState<LadderMove | null>(null);
  useGuard(guard, ladder);
  useCommand('centreLadder', () => ladder.centre());

  const press: LadderHandlers['onPress'] = (column, priceTicks, moved) => {
    guard.touch();
    guard.report('');
    if (moved) guard.report(t('ladder.moved'));
    else if (column === 'price') fillTicket({ level: { priceTicks, lotsTo: null } });
    else {
      const side = column === 'bid' ? 'buy' : 'sell';
      if (guard.armed.peek()) guard.report(place(side, priceTicks, guard.stops.peek()) ?? '');
      else fillTicket({ side, level: { priceTicks, lotsTo: null } });
    }
  };
  /** Asks for a confirmation, or shows at once why the order cannot be moved there. */
  const askToMove = (next: LadderMove): void => {
    const objection = movableOrder(instrument, next.order, t)?.objection(next.priceTicks) ?? null;
    guard.report(objection ?? '');
    if (objection === null) setMove(next);
  };
  return (
    <div className={styles.ladder}>
      <LadderSettings
        instrument={instrument}
        ladder={ladder}
        guard={guard}
        amount={amount}
        onAmount={setAmount}
        leverage={leverage}
      />
      <GuardMessage guard={guard} />
      <div ref={host} className={styles.host}>
        {rows > 0 && (
          <GuardedGrid
            instrument={instrument}
            ladder={ladder}
            guard={guard}
            onPress={press}
            onOrders={setChosen}
            onMove={askToMove}
          />
        )}
      </div>
      <LadderFoot instrument={instrument} ladder={ladder} groupTicks={groupTicks} onGroup={setGroupTicks} />
      <OrderConfirmation submission={sending} {...review} />
      <OrdersSheet
        instrument={instrument}
        orders={chosen}
        onClose={() => setChosen([])}
        onMove={(next) => {
          setChosen([]);
          askToMove(next);
        }}
      />
      <MoveSheet instrument={instrument} move={move} onClose={() => setMove(null)} />
    </div>
  );
}

/** The cells of so many rows, which the book writes while they are shown. */
function useLadderCells(instrument: Instrument, rows: number, groupTicks: number): LadderCells {
  const ladder = useMemo(() => new LadderCells(instrument, rows), [instrument, rows]);
  const interval = useSignalValue(bookIntervalMs);
  const coinInfoId = instrument.info.id;
  useView({ kind: 'book', coinInfoId, depth: BOOK_DEPTH, interval, groupTicks, rows: Math.max(1, rows) }, ladder);
  return ladder;
}

/** Leverage of the next contract; 0 in a spot market. */
function useContractLeverage(instrument: Instrument): number {
  const leverages = useMemo(
    () =>
      tradeKindOf(instrument) === 'contract'
        ? multiplesOf(riskTermsOf(instrument).tiers, instrument.info.maxMultiple)
        : [],
    [instrument],
  );
  const leverage = useLeverage(instrument, leverages);
  return leverages.length > 0 ? leverage : 0;
}

interface LadderSettingsProps {
  instrument: Instrument;
  ladder: LadderCells;
  guard: LadderGuard;
  amount: string;
  onAmount: (amount: string) => void;
  leverage: number;
}

function LadderSettings({ instrument, ladder, guard, amount, onAmount, leverage }: LadderSettingsProps) {
  const { t } = useTranslation();
  const coin = baseSymbol(instrument.info);
  const isSpot = leverage === 0;
  return (
    <div className={styles.settings}>
      <NumberField
        label={t('trade.amount')}
        value={amount}
        onValue={onAmount}
        decimals={instrument.amount.decimals}
        suffix={isSpot ? coin : `${coin} · ${leverage}x`}
        testId="ladder-amount"
      />
      <ArmSwitch guard={guard} ladder={ladder} />
      {isSpot && <StopSwitch guard={guard} />}
    </div>
  );
}

interface GuardedGridProps extends Pick<LadderGridProps, 'instrument' | 'ladder' | 'onPress' | 'onOrders'> {
  guard: LadderGuard;
  onMove: (move: LadderMove) => void;
}

/** The rows with own orders and positions; orders are dragged only while the ladder is armed. */
function GuardedGrid({ guard, onMove, ...grid }: GuardedGridProps) {
  const { t } = useTranslation();
  const { instrument, ladder } = grid;
  const orders = useMemo(() => ladderOrders(instrument), [instrument]);
  const positions = useMemo(() => ladderPositions(instrument), [instrument]);
  return (
    <FreshZone freshness={ladder.freshness}>
      <LadderGrid
        key={ladder.rows.length}
        {...grid}
        orders={orders}
        positions={positions}
        onDrop={(order, priceTicks) => onMove({ order, priceTicks })}
        canDrag={() => {
          if (!guard.armed.peek()) guard.report(t('ladder.armToDrag'));
          return guard.armed.peek();
        }}
        onUse={() => guard.touch()}
        onDragText={(text) => guard.report(text)}
      />
    </FreshZone>
  );
}

/**
 * About a basis point of the price, or less: a ladder of single ticks would be empty between the levels. 0 before there
 * is a price.
 */
function usualGroup({ info }: Instrument): number {
  const lastTicks = lastTicksNow(info.id);
  return lastTicks > 0 ? (GROUP_STEPS.findLast((step) => step <= lastTicks / 10_000) ?? 1) : 0;
}

/** Ticks in a row: the usual ones of the first price, until the user chooses others. */
function useGroup(instrument: Instrument): [groupTicks: number, setGroupTicks: (ticks: number) => void] {
  const [ticks, setTicks] = useState(() => usualGroup(instrument));
  const isUnknown = ticks === 0;
  useEffect(() => {
    if (!isUnknown) return undefined;
    return tickerOf(instrument.info.id).lastTicks.subscribe(() => setTicks((now) => now || usualGroup(instrument)));
  }, [isUnknown, instrument]);
  return [ticks || 1, setTicks];
}
