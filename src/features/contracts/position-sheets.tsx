// Sheets of a position: take-profit and stop-loss, margin, closing, share image.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { ContractOrder, TriggerBy } from '../../../core/orders/contract-order.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { parseSteps, printSteps } from '../../../core/units/units.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { submitCall } from '../../api/submit-call.ts';
import { triggerProfitAt } from '../../components/ticket/position-profit.ts';
import { closedText } from '../../components/market/closed-market.ts';
import { amountCoin } from '../../components/ticket/amount-coin.ts';
import { ShareChips } from '../../components/ticket/ticket-fields.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { useClosedMarket } from '../../hooks/use-closed-market.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { applyContract } from '../../stores/account/contract-orders.ts';
import { moneyText, separate, signedMoney } from '../../stores/market/number-format.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import styles from './contracts.module.css';
import { type PositionAction, positionRequest } from './position-request.ts';
import { PositionShareForm } from './position-share-image.tsx';
import { typedTicks } from './position-figures.ts';

export interface PositionSheetProps {
  open: boolean;
  action: PositionAction | null;
  order: ContractOrder | null;
  instrument: Instrument | undefined;
  onClose: () => void;
}

export function PositionSheet({ open, action, order, instrument, onClose }: PositionSheetProps) {
  const { t } = useTranslation();
  const Form = action === null ? null : FORMS[action];
  const isShown = open && Form !== null && order !== null && instrument !== undefined;
  return (
    <Sheet
      open={isShown}
      onClose={onClose}
      title={action === null ? '' : t(`contracts.title.${action}`)}
      closeLabel={t('app.close')}
    >
      {isShown && <Form key={order.id} order={order} instrument={instrument} onDone={onClose} />}
    </Sheet>
  );
}

interface FormProps {
  order: ContractOrder;
  instrument: Instrument;
  onDone: () => void;
}
const FORMS = { triggers: TriggersForm, margin: MarginForm, close: CloseForm, share: PositionShareForm };

/**
 * Sends a request about a position, applies the returned contract and closes the sheet. A refusal is
 * shown as a toast and the sheet stays open.
 */
function usePositionRequest(request: string, onDone: () => void) {
  const { busy, keyOf, mutate } = useMutation(request);
  const run = async (send: (options: CallOptions) => Promise<ContractOrder>, done: string): Promise<void> => {
    const opened = positionRequest.peek();
    const answer = await mutate(send);
    if (answer === null) return;
    applyContract(answer);
    showToast(done, 'success');
    // Another sheet may be open by now.
    if (positionRequest.peek() === opened) onDone();
  };
  return { busy, keyOf, run };
}

function TriggersForm({ order, instrument, onDone }: FormProps) {
  const { t } = useTranslation();
  const [profit, setProfit] = useState(order.profitPrice);
  const [loss, setLoss] = useState(order.lossPrice);
  const [triggerBy, setTriggerBy] = useState(order.triggerBy ?? 'mark');
  const { busy, run } = usePositionRequest(`triggers ${order.id}`, onDone);
  const { decimals } = instrument.price;
  const expectedProfitText = (kind: 'profit' | 'loss', text: string): string | undefined => {
    const units = triggerProfitAt(instrument, order, kind, typedTicks(instrument, completeNumber(text)));
    return units === null ? undefined : t('contracts.expected', { profit: signedMoney(units) });
  };
  const save = (options: CallOptions): Promise<ContractOrder> =>
    saveTriggers(order, { profit, loss, triggerBy }, options);
  return (
    <div className={styles.sheet}>
      <NumberField
        label={t('contracts.profitPrice')}
        value={profit}
        onValue={setProfit}
        decimals={decimals}
        testId="set-profit"
      />
      <p className="hint">{expectedProfitText('profit', profit) ?? t('contracts.noProfitPrice')}</p>
      <NumberField
        label={t('contracts.lossPrice')}
        value={loss}
        onValue={setLoss}
        decimals={decimals}
        testId="set-loss"
      />
      <p className="hint">{expectedProfitText('loss', loss) ?? t('contracts.noLossPrice')}</p>
      <Segmented
        label={t('contracts.triggerBy')}
        value={triggerBy}
        onChange={setTriggerBy}
        choices={[
          { key: 'mark', label: t('contracts.byMark') },
          { key: 'last', label: t('contracts.byLast') },
        ]}
      />
      <Button
        kind="primary"
        wide
        busy={busy}
        onClick={() => void run(save, t('contracts.saved'))}
        data-testid="save-triggers"
      >
        {t('contracts.save')}
      </Button>
    </div>
  );
}

/** Sends the prices that were changed, and all that are set when `triggerBy` was. Returns the contract after it. */
async function saveTriggers(
  order: ContractOrder,
  { profit, loss, triggerBy }: { profit: string; loss: string; triggerBy: TriggerBy },
  options: CallOptions,
): Promise<ContractOrder> {
  const { id } = order;
  const byChanged = triggerBy !== (order.triggerBy ?? 'mark');
  let answer = order;
  if (completeNumber(profit) !== order.profitPrice || (byChanged && profit !== ''))
    answer = await call(
      '/coin/contract/order/set/profit',
      { id, profitPrice: completeNumber(profit), triggerBy, ...triggerAmount(profit, order.profitAmount) },
      options,
    );
  if (completeNumber(loss) !== order.lossPrice || (byChanged && loss !== ''))
    answer = await call(
      '/coin/contract/order/set/loss',
      { id, lossPrice: completeNumber(loss), triggerBy, ...triggerAmount(loss, order.lossAmount) },
      options,
    );
  return answer;
}

/** A trigger that was set for a part of the position keeps that part. */
function triggerAmount(price: string, part: string | undefined): { amount?: string } {
  return price !== '' && part ? { amount: part } : {};
}

function MarginForm({ order, onDone }: FormProps) {
  const { t } = useTranslation();
  const [direction, setDirection] = useState<'add' | 'back'>('add');
  const [amount, setAmount] = useState('');
  const { busy, keyOf, run } = usePositionRequest(`margin ${order.id}`, onDone);
  const signed = `${direction === 'back' ? '-' : ''}${completeNumber(amount)}`;
  const form = { id: order.id, amount: signed };
  const send = (options: CallOptions): Promise<ContractOrder> =>
    submitCall('/coin/contract/order/add/mgn', { ...form, clientNo: keyOf(form) }, options);
  return (
    <div className={styles.sheet}>
      <Segmented
        label={t('contracts.title.margin')}
        value={direction}
        onChange={setDirection}
        choices={[
          { key: 'add', label: t('contracts.marginAdd') },
          { key: 'back', label: t('contracts.marginBack') },
        ]}
      />
      <NumberField label={t('trade.amount')} value={amount} onValue={setAmount} suffix="USDT" testId="margin-amount" />
      <p className="hint">
        {direction === 'add'
          ? t('contracts.marginAddText', { available: moneyText(availableUnits(USDT_ID, 'contract')) })
          : t('contracts.marginBackText')}
      </p>
      <Button
        kind="primary"
        wide
        busy={busy}
        disabled={!(Number(amount) > 0)}
        onClick={() => void run(send, t('contracts.marginChanged'))}
        data-testid="save-margin"
      >
        {t('app.confirm')}
      </Button>
    </div>
  );
}

function CloseForm({ order, instrument, onDone }: FormProps) {
  const { t } = useTranslation();
  const heldAmount = order.holdAmount ?? order.amount;
  const [amount, setAmount] = useState(heldAmount);
  const { busy, keyOf, run } = usePositionRequest(`close ${order.id}`, onDone);
  const closed = useClosedMarket(instrument, 'contract');
  // A close-only market still accepts closing orders.
  const closedMarket = closed?.why === 'closeOnly' ? null : closed;
  const heldLots = parseSteps(heldAmount, instrument.amount);
  const share = (percent: number): void => {
    if (typeof heldLots === 'number')
      setAmount(printSteps(Math.max(1, Math.floor((heldLots * percent) / 100)), instrument.amount));
  };
  const typed = completeNumber(amount);
  const form = { id: order.id, ...(typed !== heldAmount && { amount: typed }) };
  const send = (options: CallOptions): Promise<ContractOrder> =>
    submitCall('/coin/contract/order/liquidate', { ...form, clientNo: keyOf(form) }, options);
  return (
    <div className={styles.sheet}>
      <NumberField
        label={t('trade.amount')}
        value={amount}
        onValue={setAmount}
        decimals={instrument.amount.decimals}
        suffix={amountCoin(order)}
        testId="close-amount"
      />
      <ShareChips chosen={null} disabled={false} onShare={share} />
      <p className="hint">{closedMarket ? closedText(closedMarket, t) : t('contracts.closeText')}</p>
      <Button
        kind={order.direction === 'long' ? 'down' : 'up'}
        wide
        busy={busy}
        disabled={closedMarket !== null || !(Number(amount) > 0)}
        onClick={() => void run(send, t('contracts.closed'))}
        data-testid="close-position"
      >
        {t(order.direction === 'long' ? 'contracts.closeLongOf' : 'contracts.closeShortOf', {
          amount: separate(typed),
          coin: amountCoin(order),
        })}
      </Button>
    </div>
  );
}
