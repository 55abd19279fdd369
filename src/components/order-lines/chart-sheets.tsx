// Connects a chart with the user's orders and alerts, and shows the sheets opened by taps on it.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useMark } from '../../hooks/use-mark.ts';
import { type TextKey, type Translate, useTranslation } from '../../locales/use-translation.ts';
import { type Alert, MAX_ALERTS } from '../../../core/endpoints/alert.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../core/units/units.ts';
import { amountCoin } from '../ticket/amount-coin.ts';
import { closedText } from '../market/closed-market.ts';
import { tradeKindOf } from '../market/trade-kind.ts';
import { errorText } from '../common/error-text.ts';
import { quoteSymbol } from '../market/pair-symbols.ts';
import { useClosedMarket } from '../../hooks/use-closed-market.ts';
import { canAddAlert, removeAlert, setPriceAlert } from '../../stores/account/alerts.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  ChartTrader,
  type LineRequest,
  type SheetRequest,
  type TradingChart,
  marketPriceText,
} from './chart-trader.ts';
import { limitAfterStop } from './move-order.ts';
import { orderSize, shortAmount } from './spot-lines.ts';
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
      <LineSheet instrument={instrument} request={request && 'answer' in request ? request : null} onClose={close} />
      <ContractSheet order={request?.kind === 'contract' ? request.order : null} onClose={close} />
      <AlertSheet instrument={instrument} alert={request?.kind === 'alert' ? request.alert : null} onClose={close} />
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
  useMark(coinInfoId);
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
    if (!canAddAlert()) return showToast(t('lines.alertFull', { count: MAX_ALERTS }), 'error');
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

/** Actions on a tapped order, take-profit or stop-loss: change the price of its line, or cancel or remove it. */
function LineSheet({
  instrument,
  request,
  onClose,
}: {
  instrument: Instrument;
  request: LineRequest | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Sheet
      open={request !== null}
      onClose={onClose}
      title={request ? lineTitle(request, instrument, t) : ''}
      closeLabel={t('app.close')}
    >
      {request && (
        <PriceForm
          key={request.id}
          instrument={instrument}
          label={t(request.kind === 'order' && request.which === 'stop' ? 'trade.stopPrice' : 'trade.price')}
          request={request}
          onClose={onClose}
        />
      )}
      <div className={styles.buttons}>
        <Button
          kind="down"
          wide
          onClick={() => {
            onClose();
            request?.end();
          }}
          data-testid={request?.kind === 'trigger' ? 'line-remove' : 'line-cancel'}
        >
          {t(request?.kind === 'trigger' ? 'lines.remove' : 'lines.cancelOrder')}
        </Button>
      </div>
    </Sheet>
  );
}

function lineTitle(request: LineRequest, instrument: Instrument, t: Translate): string {
  if (request.kind === 'order') return `${t(`trade.${request.order.side}`)} ${orderSize(request.order, instrument)}`;
  if (request.kind === 'waiting') return contractTitle(request.order, request.order.pendingAmount, t);
  return t(request.trigger.kind === 'profit' ? 'contracts.profitPrice' : 'contracts.lossPrice');
}

/** "Long 10x 0.05 BTC" of what is held of a contract, or of what waits. */
function contractTitle(order: ContractOrder, amount: string | undefined, t: Translate): string {
  return `${t(`contracts.${order.direction}`)} ${order.multiple}x ${shortAmount(amount ?? order.amount)} ${amountCoin(order)}`;
}

/** A tapped position: its actions are on the contracts page. */
function ContractSheet({ order, onClose }: { order: ContractOrder | null; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Sheet
      open={order !== null}
      onClose={onClose}
      title={order ? contractTitle(order, order.holdAmount, t) : ''}
      closeLabel={t('app.close')}
    >
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
  label: string;
  request: LineRequest;
  onClose: () => void;
}

function PriceForm({ instrument, label, request, onClose }: PriceFormProps) {
  const { t } = useTranslation();
  const before = printSteps(request.beforeTicks, instrument.price);
  const [price, setPrice] = useState(before);
  const typed = parseSteps(price, instrument.price);
  const priceTicks = typeof typed === 'number' ? typed : 0;
  const executesAtOnce = priceTicks > 0 && request.executesAtOnce(priceTicks);
  // The limit of a stop moves along.
  const limit =
    request.kind === 'order' && request.order.orderType === 'stop_limit' && priceTicks > 0
      ? ` · ${t('trade.limit')} ${marketPriceText(instrument, limitAfterStop(request.order, instrument, priceTicks))}`
      : '';
  const save = (): void => {
    onClose();
    request.answer({ priceTicks, executesAtOnce });
  };
  return (
    <div className={styles.edit}>
      <NumberField
        label={label}
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
        {executesAtOnce ? t(nowText(request)) : t('lines.changePrice') + limit}
      </Button>
    </div>
  );
}

/** Label of the button where the order would execute at once. */
function nowText(request: LineRequest): TextKey {
  if (request.kind === 'trigger') return 'lines.closeNow';
  const buys = request.kind === 'order' ? request.order.side === 'buy' : request.order.direction === 'long';
  return buys ? 'lines.buyNow' : 'lines.sellNow';
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
