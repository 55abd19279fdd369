// The sheet of a tapped line: changes the price of an order, take-profit or stop-loss, or ends it.
import { useState } from 'react';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { parseSteps, printSteps } from '../../../core/units/units.ts';
import { type TextKey, type Translate, useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { quoteSymbol } from '../market/pair-symbols.ts';
import { amountCoin } from '../ticket/amount-coin.ts';
import { type LineRequest, marketPriceText } from './chart-trader.ts';
import { limitAfterStop } from './move-order.ts';
import { openSizeText, shortAmount } from './spot-lines.ts';
import styles from './trading.module.css';

/** Actions on a tapped order, take-profit or stop-loss: change the price of its line, or cancel or remove it. */
export function LineSheet({
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
  if (request.kind === 'order') return `${t(`trade.${request.order.side}`)} ${openSizeText(request.order, instrument)}`;
  if (request.kind === 'waiting') return contractTitle(request.order, request.order.pendingAmount, t);
  return t(request.trigger.kind === 'profit' ? 'contracts.profitPrice' : 'contracts.lossPrice');
}

/** "Long 10x 0.05 BTC" of what is held of a contract, or of what waits. */
export function contractTitle(order: ContractOrder, amount: string | undefined, t: Translate): string {
  return `${t(`contracts.${order.direction}`)} ${order.multiple}x ${shortAmount(amount ?? order.amount)} ${amountCoin(order)}`;
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
