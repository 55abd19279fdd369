// Connects a chart with the user's orders and alerts, and shows the sheets opened by taps on it.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useMark } from '../../hooks/use-mark.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { type Alert, MAX_ALERTS } from '../../../core/endpoints/alert.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
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
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { ChartTrader, type SheetRequest, type TradingChart, marketPriceText } from './chart-trader.ts';
import { LineSheet, contractTitle } from './line-sheet.tsx';
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
