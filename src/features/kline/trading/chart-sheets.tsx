// A chart joined with the user's orders and alerts, and the sheets that ask what a tap on them means.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { type Alert, MOST_ALERTS } from '../../../../core/endpoints/alert.ts';
import type { ContractOrder } from '../../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { Side } from '../../../../core/orders/spot-order.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../../core/units/units.ts';
import { useView } from '../../../api/view.ts';
import { amountCoin } from '../../../components/ticket/amount-coin.ts';
import { closedText } from '../../../components/market/closed-market.ts';
import { offerOf } from '../../../components/market/market-offer.ts';
import { errorText } from '../../../components/common/error-text.ts';
import { quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { useClosed } from '../../../hooks/use-closed-market.ts';
import { cancelOrders } from '../../../stores/account/cancel-orders.ts';
import { mayAddAlert, removeAlert, setPriceAlert } from '../../../stores/account/alerts.ts';
import { tickerOf } from '../../../stores/market/tickers.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmSheet } from '../../../ui/overlays/confirm-sheet.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { ChartTrader, type Question, type TradingPort, priceText } from './chart-trader.ts';
import { triggerLineId } from './contract-lines.ts';
import { shortAmount } from './chart-order-lines.ts';
import { moveTrigger } from './move-trigger.ts';
import { leaveUnplaced, placeAgain, unplacedOrders } from './pending-moves.ts';
import styles from './trading.module.css';

interface ChartTradingProps {
  port: TradingPort;
  instrument: Instrument;
  /** A price was tapped, and what to do there is chosen: to a ticket. */
  onTrade: (side: Side, priceTicks: PriceTicks) => void;
}

/** Nothing but sheets: lines and marks are on the chart behind `port`. */
export function ChartSheets({ port, instrument, onTrade }: ChartTradingProps) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => new ChartTrader(port, instrument, t, setQuestion).start(), [port, instrument, t]);
  const close = (): void => setQuestion(null);
  return (
    <>
      {offerOf(instrument) === 'contract' && <MarkFeed coinInfoId={instrument.info.id} />}
      <PriceSheet
        instrument={instrument}
        priceTicks={question?.kind === 'price' ? question.priceTicks : null}
        onTrade={onTrade}
        onClose={close}
      />
      <OrderSheet instrument={instrument} question={question?.kind === 'order' ? question : null} onClose={close} />
      <TriggerSheet instrument={instrument} question={question?.kind === 'trigger' ? question : null} onClose={close} />
      <ContractSheet order={question?.kind === 'contract' ? question.order : null} onClose={close} />
      <AlertSheet instrument={instrument} alert={question?.kind === 'alert' ? question.alert : null} onClose={close} />
      <UnplacedSheet />
    </>
  );
}

/** Take-profit and stop-loss are judged by the mark. */
function MarkFeed({ coinInfoId }: { coinInfoId: number }) {
  useView({ kind: 'channel', channel: 'mark', coinInfoId });
  return null;
}

/** What can be done at a price that was tapped. */
function PriceSheet({
  instrument,
  priceTicks,
  onTrade,
  onClose,
}: Pick<ChartTradingProps, 'instrument' | 'onTrade'> & { priceTicks: PriceTicks | null; onClose: () => void }) {
  const { t } = useTranslation();
  const offer = offerOf(instrument);
  const closed = useClosed(instrument, offer);
  const { info } = instrument;
  const price = priceTicks === null ? '' : priceText(instrument, priceTicks);
  const trade = (side: Side): void => {
    onClose();
    if (priceTicks !== null) onTrade(side, priceTicks);
  };
  const setAlert = (): void => {
    onClose();
    if (priceTicks === null) return;
    if (!mayAddAlert()) return showToast(t('lines.alertFull', { count: MOST_ALERTS }), 'error');
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

/** What can be done with an order whose label was tapped: another price, or its end. */
function OrderSheet({
  instrument,
  question,
  onClose,
}: {
  instrument: Instrument;
  question: Extract<Question, { kind: 'order' }> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const order = question?.order;
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
      {order && (
        <PriceForm
          key={order.id}
          instrument={instrument}
          before={order.price}
          now={t(order.side === 'buy' ? 'lines.buyNow' : 'lines.sellNow')}
          question={question!}
          onClose={onClose}
        />
      )}
      <div className={styles.ends}>
        <Button kind="down" wide onClick={cancel} data-testid="line-cancel">
          {t('lines.cancelOrder')}
        </Button>
      </div>
    </Sheet>
  );
}

/** What can be done with a take-profit or stop-loss: another price, or none. */
function TriggerSheet({
  instrument,
  question,
  onClose,
}: {
  instrument: Instrument;
  question: Extract<Question, { kind: 'trigger' }> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const trigger = question?.trigger;
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
          now={t('lines.closeNow')}
          question={question!}
          onClose={onClose}
        />
      )}
      <div className={styles.ends}>
        <Button kind="down" wide onClick={remove} data-testid="line-remove">
          {t('lines.remove')}
        </Button>
      </div>
    </Sheet>
  );
}

/** A position, or what waits to become one: everything else is done on its card. */
function ContractSheet({ order, onClose }: { order: ContractOrder | null; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title = order
    ? `${t(`contracts.${order.direction}`)} ${order.multiple}x ${shortAmount(order.holdAmount ?? order.amount)} ${amountCoin(order)}`
    : '';
  return (
    <Sheet open={order !== null} onClose={onClose} title={title} closeLabel={t('app.close')}>
      <div className={styles.ends}>
        <Button
          kind="primary"
          wide
          onClick={() =>
            order && void navigate({ to: '/pages/tabbar/contracts', search: { coinInfoId: order.coinInfoId } })
          }
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
  /** What its button says where it would trade at once. */
  now: string;
  question: Pick<Extract<Question, { kind: 'order' | 'trigger' }>, 'trades' | 'answer'>;
  onClose: () => void;
}

function PriceForm({ instrument, before, now, question: { trades, answer }, onClose }: PriceFormProps) {
  const { t } = useTranslation();
  const [price, setPrice] = useState(before);
  const typed = parseSteps(price, instrument.price);
  const priceTicks = typeof typed === 'number' ? typed : 0;
  const atOnce = priceTicks > 0 && trades(priceTicks);
  const save = (): void => {
    onClose();
    answer({ priceTicks, trades: atOnce });
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
        {atOnce ? now : t('lines.changePrice')}
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
          ? t('lines.alertText', { pair: instrument.info.pair, price: priceText(instrument, alert.priceTicks) })
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

/** An order that a move has lost: the way back stands until it is taken or refused. */
function UnplacedSheet() {
  const { t } = useTranslation();
  const [gone] = useSignalValue(unplacedOrders);
  const [busy, setBusy] = useState(false);
  const back = (): void => {
    if (!gone || busy) return;
    setBusy(true);
    placeAgain(gone, t)
      .finally(() => setBusy(false))
      .catch((cause: unknown) => showToast(errorText(cause, t), 'error'));
  };
  const side = gone?.rest.side === 'sell' ? 'sell' : 'buy';
  return (
    <ConfirmSheet
      open={gone !== undefined}
      title={t('lines.goneTitle')}
      text={
        gone
          ? t('lines.goneText', {
              reason: gone.reason,
              side: t(`trade.${side}`),
              amount: gone.rest.amount,
              coin: gone.instrument.info.symbol,
              price: gone.rest.price,
            })
          : ''
      }
      confirmLabel={t('lines.putBack')}
      cancelLabel={t('lines.leave')}
      closeLabel={t('app.close')}
      onConfirm={back}
      onCancel={() => gone && !busy && leaveUnplaced(gone)}
    />
  );
}
