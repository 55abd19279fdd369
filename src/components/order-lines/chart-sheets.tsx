// Connects a chart with the user's orders and alerts, and shows the sheets opened by taps on it.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { type Alert, MOST_ALERTS } from '../../../core/endpoints/alert.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../core/units/units.ts';
import { useView } from '../../api/view-subscription.ts';
import { amountCoin } from '../ticket/amount-coin.ts';
import { closedText } from '../market/closed-market.ts';
import { tradeKindOf } from '../market/trade-kind.ts';
import { errorText } from '../common/error-text.ts';
import { quoteSymbol } from '../market/pair-symbols.ts';
import { useClosedMarket } from '../../hooks/use-closed-market.ts';
import { cancelOrders } from '../../stores/account/cancel-orders.ts';
import { canAddAlert, removeAlert, setPriceAlert } from '../../stores/account/alerts.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { ChartTrader, type SheetRequest, type TradingChart, marketPriceText } from './chart-trader.ts';
import { triggerLineId } from './contract-lines.ts';
import { shortAmount } from './spot-lines.ts';
import { moveTrigger } from './move-trigger.ts';
import { dismissUnplaced, placeAgain, unplacedOrders } from './pending-moves.ts';
import { separate } from '../../stores/market/number-format.ts';
import styles from './trading.module.css';

const CONTRACTS = '/pages/tabbar/contracts';

interface ChartSheetsProps {
  port: TradingChart;
  instrument: Instrument;
  /** The user chose to trade at a tapped price. */
  onTrade: (side: Side, priceTicks: PriceTicks) => void;
}

/** Renders sheets alone; lines and marks are drawn by the chart behind `port`. */
export function ChartSheets({ port, instrument, onTrade }: ChartSheetsProps) {
  const { t } = useTranslation();
  const [request, setRequest] = useState<SheetRequest | null>(null);
  const trader = useMemo(() => new ChartTrader(port, instrument, t, setRequest), [port, instrument, t]);
  useEffect(() => trader.start(), [trader]);
  const close = (): void => setRequest(null);
  return (
    <>
      <OwnLines trader={trader} />
      {tradeKindOf(instrument) === 'contract' && <MarkSubscription coinInfoId={instrument.info.id} />}
      <PriceSheet
        instrument={instrument}
        priceTicks={request?.kind === 'price' ? request.priceTicks : null}
        onTrade={onTrade}
        onClose={close}
      />
      <OrderSheet instrument={instrument} request={request?.kind === 'order' ? request : null} onClose={close} />
      <TriggerSheet instrument={instrument} request={request?.kind === 'trigger' ? request : null} onClose={close} />
      <ContractSheet order={request?.kind === 'contract' ? request.order : null} onClose={close} />
      <AlertSheet instrument={instrument} alert={request?.kind === 'alert' ? request.alert : null} onClose={close} />
      <CancelledMoveSheet />
    </>
  );
}

/** Buttons for the lines of the chart, for keyboards and screen readers; seen while one of them has the focus. */
function OwnLines({ trader }: { trader: ChartTrader }) {
  const { t } = useTranslation();
  const names = useSignalValue(trader.names);
  if (names.length === 0) return null;
  return (
    <div className={styles.ownLines} role="group" aria-label={t('lines.own')}>
      {names.map(({ id, text }) => (
        <Button key={id} small aria-haspopup="dialog" onClick={() => trader.open(id)}>
          {text}
        </Button>
      ))}
    </div>
  );
}

/** Subscribes to the mark price, which take-profit and stop-loss are validated against. */
function MarkSubscription({ coinInfoId }: { coinInfoId: number }) {
  useView({ kind: 'channel', channel: 'mark', coinInfoId });
  return null;
}

/** Actions at a tapped price. */
function PriceSheet({
  instrument,
  priceTicks,
  onTrade,
  onClose,
}: Pick<ChartSheetsProps, 'instrument' | 'onTrade'> & { priceTicks: PriceTicks | null; onClose: () => void }) {
  const { t } = useTranslation();
  const offer = tradeKindOf(instrument);
  const closed = useClosedMarket(instrument, offer);
  const { info } = instrument;
  const price = priceTicks === null ? '' : marketPriceText(instrument, priceTicks);
  const trade = (side: Side): void => {
    onClose();
    if (priceTicks !== null) onTrade(side, priceTicks);
  };
  const setAlert = (): void => {
    onClose();
    if (priceTicks === null) return;
    if (!canAddAlert()) return showToast(t('lines.alertFull', { count: MOST_ALERTS }), 'error');
    setPriceAlert(info.id, priceTicks, tickerOf(info.id).lastTicks.peek() || 0).then(
      () => showToast(t('lines.alertSet', { price }), 'success'),
      (cause: unknown) => showToast(errorText(cause, t), 'error'),
    );
  };
  return (
    <Sheet
      open={priceTicks !== null}
      onClose={onClose}
      title={t('lines.atPrice', { price: `${price} ${quoteSymbol(info)}` })}
      closeLabel={t('app.close')}
    >
      {closed && (
        <p className={styles.closed} role="note">
          {closedText(closed, t)}
        </p>
      )}
      <div className={styles.choices}>
        <Button kind="up" wide disabled={closed !== null} onClick={() => trade('buy')}>
          {t(offer === 'contract' ? 'lines.longAt' : 'lines.buyAt')}
        </Button>
        <Button kind="down" wide disabled={closed !== null} onClick={() => trade('sell')}>
          {t(offer === 'contract' ? 'lines.shortAt' : 'lines.sellAt')}
        </Button>
        <Button wide onClick={setAlert}>
          {t('lines.setAlert')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Actions on a tapped order: change its price, where it is a limit order alone, or cancel it. */
function OrderSheet({
  instrument,
  request,
  onClose,
}: {
  instrument: Instrument;
  request: Extract<SheetRequest, { kind: 'order' }> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const order = request?.order;
  const title = order ? `${t(`trade.${order.side}`)} ${shortAmount(order.amount)} ${order.symbol}` : '';
  const cancel = (): void => {
    onClose();
    if (order)
      cancelOrders(order).then(
        () => showToast(t('orders.cancelled'), 'success'),
        (cause: unknown) => showToast(errorText(cause, t), 'error'),
      );
  };
  return (
    <Sheet open={order !== undefined} onClose={onClose} title={title} closeLabel={t('app.close')}>
      {order?.orderType === 'limit' && (
        <PriceForm
          key={order.id}
          instrument={instrument}
          before={order.price}
          executeLabel={t(order.side === 'buy' ? 'lines.buyNow' : 'lines.sellNow')}
          request={request!}
          onClose={onClose}
        />
      )}
      <div className={styles.buttons}>
        <Button kind="down" wide onClick={cancel} data-testid="line-cancel">
          {t('lines.cancelOrder')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Actions on a tapped take-profit or stop-loss: change its price, or remove it. */
function TriggerSheet({
  instrument,
  request,
  onClose,
}: {
  instrument: Instrument;
  request: Extract<SheetRequest, { kind: 'trigger' }> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const trigger = request?.trigger;
  const remove = (): void => {
    onClose();
    if (trigger) void moveTrigger(instrument, trigger, 0, t, null);
  };
  return (
    <Sheet
      open={trigger !== undefined}
      onClose={onClose}
      title={trigger ? t(trigger.kind === 'profit' ? 'contracts.profitPrice' : 'contracts.lossPrice') : ''}
      closeLabel={t('app.close')}
    >
      {trigger && (
        <PriceForm
          key={triggerLineId(trigger.kind, trigger.order.id)}
          instrument={instrument}
          before={printSteps(trigger.priceTicks, instrument.price)}
          executeLabel={t('lines.closeNow')}
          request={request!}
          onClose={onClose}
        />
      )}
      <div className={styles.buttons}>
        <Button kind="down" wide onClick={remove} data-testid="line-remove">
          {t('lines.remove')}
        </Button>
      </div>
    </Sheet>
  );
}

/** A tapped position or pending contract order: its actions are on the contracts page. */
function ContractSheet({ order, onClose }: { order: ContractOrder | null; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title = order
    ? `${t(`contracts.${order.direction}`)} ${order.multiple}x ${shortAmount(order.holdAmount ?? order.amount)} ${amountCoin(order)}`
    : '';
  return (
    <Sheet open={order !== null} onClose={onClose} title={title} closeLabel={t('app.close')}>
      <div className={styles.buttons}>
        <Button
          kind="primary"
          wide
          onClick={() => {
            onClose();
            if (order)
              void navigate({
                to: CONTRACTS,
                search: { coinInfoId: order.coinInfoId },
                hash: 'orders',
                replace: location.pathname === CONTRACTS,
              });
          }}
        >
          {t('lines.toPosition')}
        </Button>
      </div>
    </Sheet>
  );
}

interface PriceFormProps {
  instrument: Instrument;
  before: string;
  /** Label of the button where the order would execute at once. */
  executeLabel: string;
  request: Pick<Extract<SheetRequest, { kind: 'order' | 'trigger' }>, 'executesAtOnce' | 'answer'>;
  onClose: () => void;
}

function PriceForm({ instrument, before, executeLabel, request, onClose }: PriceFormProps) {
  const { t } = useTranslation();
  const [price, setPrice] = useState(before);
  const typed = parseSteps(price, instrument.price);
  const priceTicks = typeof typed === 'number' ? typed : 0;
  const executesAtOnce = priceTicks > 0 && request.executesAtOnce(priceTicks);
  const save = (): void => {
    onClose();
    request.answer({ priceTicks, executesAtOnce });
  };
  return (
    <div className={styles.edit}>
      <NumberField
        label={t('trade.price')}
        value={price}
        onValue={setPrice}
        decimals={instrument.price.decimals}
        suffix={quoteSymbol(instrument.info)}
        testId="line-price"
      />
      <Button
        kind="primary"
        wide
        disabled={priceTicks === 0 || price === before}
        onClick={save}
        data-testid="line-move"
      >
        {executesAtOnce ? executeLabel : t('lines.changePrice')}
      </Button>
    </div>
  );
}

function AlertSheet({
  instrument,
  alert,
  onClose,
}: {
  instrument: Instrument;
  alert: Alert | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ConfirmSheet
      open={alert !== null}
      title={t('lines.alertAsk')}
      text={
        alert
          ? t('lines.alertText', { pair: instrument.info.pair, price: marketPriceText(instrument, alert.priceTicks) })
          : ''
      }
      confirmLabel={t('lines.remove')}
      cancelLabel={t('orders.keep')}
      closeLabel={t('app.close')}
      onConfirm={() => {
        onClose();
        if (alert) removeAlert(alert).catch((cause: unknown) => showToast(errorText(cause, t), 'error'));
      }}
      onCancel={onClose}
    />
  );
}

/** Offers to place an order again that a move cancelled and could not place at the new price. */
function CancelledMoveSheet() {
  const { t } = useTranslation();
  const [unplaced] = useSignalValue(unplacedOrders);
  const [busy, setBusy] = useState(false);
  const placeOrderAgain = (): void => {
    if (!unplaced || busy) return;
    setBusy(true);
    placeAgain(unplaced, t)
      .finally(() => setBusy(false))
      .catch((cause: unknown) => showToast(errorText(cause, t), 'error'));
  };
  const side = unplaced?.rest.side === 'sell' ? 'sell' : 'buy';
  return (
    <ConfirmSheet
      open={unplaced !== undefined}
      title={t('lines.goneTitle')}
      text={
        unplaced
          ? t('lines.goneText', {
              reason: unplaced.reason,
              side: t(`trade.${side}`),
              amount: separate(String(unplaced.rest.amount)),
              coin: unplaced.instrument.info.symbol,
              price: separate(String(unplaced.rest.price)),
            })
          : ''
      }
      confirmLabel={t('lines.putBack')}
      cancelLabel={t('lines.leave')}
      closeLabel={t('app.close')}
      onConfirm={placeOrderAgain}
      onCancel={() => unplaced && !busy && dismissUnplaced(unplaced)}
    />
  );
}
