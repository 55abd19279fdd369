// The price ladder: prices around the market with sizes, own orders and positions; trades only while it is armed.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { riskTermsOf } from '../../../../core/orders/margin-terms.ts';
import { multiplesOf } from '../../../../core/risk/margin-tiers.ts';
import type { PriceTicks } from '../../../../core/units/units.ts';
import { useView } from '../../../api/view-subscription.ts';
import { useCommand } from '../../../components/common/commands.ts';
import { FeedStatus, FreshZone } from '../../../components/market/feed-status.tsx';
import { GroupSelect } from '../../../components/market/group-select.tsx';
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
import { Icon } from '../../../ui/icon.tsx';
import { LiveText } from '../../../ui/live-text.tsx';
import { remPx } from '../../../ui/rem-px.ts';
import { useSignalEffect } from '../../../ui/use-signal-effect.ts';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { LadderGrid } from './ladder-grid.tsx';
import { LadderGuard } from './ladder-guard.ts';
import type { LadderColumn } from './ladder-input.ts';
import { type LadderOrder, ladderOrders, ladderPositions, ladderProfit, movableOrder } from './ladder-orders.ts';
import { ArmSwitch, GuardMessage, StopSwitch, useGuard } from './ladder-switches.tsx';
import { type LadderMove, MoveSheet, OrdersSheet } from './ladder-sheets.tsx';
import styles from './ladder.module.css';
import { useLadderOrder } from './use-ladder-order.ts';

/** Height of a row, as in the style sheet. */
const ROW_REM = 1.5;
const [MIN_ROWS, MAX_ROWS] = [9, 79];
/** Rows that a press of a button scrolls by. */
const STEP_ROWS = 5;
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
  const { info } = instrument;
  const host = useRef<HTMLDivElement>(null);
  const rows = useRows(host);
  const [guard] = useState(() => new LadderGuard());
  const [groupTicks, setGroupTicks] = useGroup(instrument);
  const ladder = useMemo(() => new LadderCells(instrument, rows), [instrument, rows]);
  const interval = useSignalValue(bookIntervalMs);
  useView(
    { kind: 'book', coinInfoId: info.id, depth: BOOK_DEPTH, interval, groupTicks, rows: Math.max(1, rows) },
    ladder,
  );
  const [amount, setAmount] = usePersistentDraft<string>(`ladder ${info.id}`, () => '');
  const [chosen, setChosen] = useState<readonly LadderOrder[]>([]);
  const [move, setMove] = useState<LadderMove | null>(null);
  const orders = useMemo(() => ladderOrders(instrument), [instrument]);
  const positions = useMemo(() => ladderPositions(instrument), [instrument]);
  const leverages = useMemo(
    () => (tradeKindOf(instrument) === 'contract' ? multiplesOf(riskTermsOf(instrument).tiers, info.maxMultiple) : []),
    [instrument, info],
  );
  const leverage = useLeverage(instrument, leverages);
  const { sending, place, ...review } = useLadderOrder(instrument, amount, leverages.length > 0 ? leverage : 0);
  useGuard(guard, ladder);
  useCommand('centreLadder', () => ladder.centre());

  const onPress = (column: LadderColumn, priceTicks: PriceTicks, moved: boolean): void => {
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
      <div className={styles.settings}>
        <NumberField
          label={t('trade.amount')}
          value={amount}
          onValue={setAmount}
          decimals={instrument.amount.decimals}
          suffix={leverages.length > 0 ? `${baseSymbol(info)} · ${leverage}x` : baseSymbol(info)}
          testId="ladder-amount"
        />
        <ArmSwitch guard={guard} ladder={ladder} />
        {leverages.length === 0 && <StopSwitch guard={guard} />}
      </div>
      <GuardMessage guard={guard} />
      <div ref={host} className={styles.host}>
        {rows > 0 && (
          <FreshZone freshness={ladder.freshness}>
            <LadderGrid
              key={rows}
              instrument={instrument}
              ladder={ladder}
              orders={orders}
              positions={positions}
              onPress={onPress}
              onOrders={setChosen}
              onDrop={(order, priceTicks) => askToMove({ order, priceTicks })}
              canDrag={() => {
                if (!guard.armed.peek()) guard.report(t('ladder.armToDrag'));
                return guard.armed.peek();
              }}
              onUse={() => guard.touch()}
              onDragText={(text) => guard.report(text)}
            />
          </FreshZone>
        )}
      </div>
      <Foot instrument={instrument} ladder={ladder} groupTicks={groupTicks} onGroup={setGroupTicks} />
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

interface FootProps {
  instrument: Instrument;
  ladder: LadderCells;
  groupTicks: number;
  onGroup: (groupTicks: number) => void;
}

function Foot({ instrument, ladder, groupTicks, onGroup }: FootProps) {
  const { t } = useTranslation();
  const profit = useMemo(() => ladderProfit(instrument), [instrument]);
  const centre = useSignalEffect<HTMLButtonElement>(
    useCallback((element) => void (element.dataset['following'] = String(ladder.following.value)), [ladder]),
  );
  return (
    <div className={styles.foot}>
      <button
        type="button"
        className={styles.step}
        aria-label={t('ladder.up')}
        onClick={() => ladder.scroll(-STEP_ROWS)}
      >
        <Icon name="up" size={16} />
      </button>
      <button
        ref={centre}
        type="button"
        className={styles.step}
        onClick={() => ladder.centre()}
        data-testid="ladder-centre"
      >
        {t('ladder.centre')}
      </button>
      <button
        type="button"
        className={styles.step}
        aria-label={t('ladder.down')}
        onClick={() => ladder.scroll(STEP_ROWS)}
      >
        <Icon name="down" size={16} />
      </button>
      <LiveText text={profit} className={styles.profit} />
      <FeedStatus freshness={ladder.freshness} quiet />
      <GroupSelect instrument={instrument} value={groupTicks} onChange={onGroup} />
    </div>
  );
}
