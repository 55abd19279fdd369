// The sheets of a position: its take-profit and stop-loss, its margin, closing it whole or in part, and its picture.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { parseSteps, printMoney, printSteps } from '../../../core/units/units.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { profitAt } from '../../components/ticket/position-profit.ts';
import { closedText } from '../../components/market/closed-market.ts';
import { amountCoin } from '../../components/ticket/amount-coin.ts';
import { Shares } from '../../components/ticket/ticket-fields.tsx';
import { finished } from '../../components/ticket/ticket-text.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { useClosed } from '../../hooks/use-closed-market.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { applyContract } from '../../stores/account/contract-orders.ts';
import { separate, signedMoney } from '../../stores/market/number-format.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import styles from './contracts.module.css';
import type { PositionWish } from './position-card.tsx';
import { PositionShare } from './position-share-image.tsx';
import { typedTicks } from './position-figures.ts';

export interface PositionSheetProps {
  wish: PositionWish | null;
  order: ContractOrder | null;
  instrument: Instrument | undefined;
  onDone: () => void;
}

export function PositionSheet({ wish, order, instrument, onDone }: PositionSheetProps) {
  const { t } = useTranslation();
  const Inside = wish === null ? null : FORMS[wish];
  const open = Inside !== null && order !== null && instrument !== undefined;
  return (
    <Sheet
      open={open}
      onClose={onDone}
      title={wish === null ? '' : t(`contracts.title.${wish}`)}
      closeLabel={t('app.close')}
    >
      {open && <Inside key={order.id} order={order} instrument={instrument} onDone={onDone} />}
    </Sheet>
  );
}

interface FormProps {
  order: ContractOrder;
  instrument: Instrument;
  onDone: () => void;
}
const FORMS = { triggers: TriggersForm, margin: MarginForm, close: CloseForm, share: PositionShare };

/**
 * Sends one act of a position, takes the contract it answers, and closes the sheet; what is refused is said and the
 * sheet stays.
 */
function usePositionAct(onDone: () => void) {
  const { busy, keyOf, mutate } = useMutation();
  const run = async (send: (options: CallOptions) => Promise<ContractOrder>, done: string): Promise<void> => {
    const answer = await mutate(send);
    if (answer === null) return;
    applyContract(answer);
    showToast(done, 'success');
    onDone();
  };
  return { busy, keyOf, run };
}

function TriggersForm({ order, instrument, onDone }: FormProps) {
  const { t } = useTranslation();
  const [profit, setProfit] = useState(order.profitPrice);
  const [loss, setLoss] = useState(order.lossPrice);
  const [triggerBy, setTriggerBy] = useState(order.triggerBy ?? 'mark');
  const { busy, run } = usePositionAct(onDone);
  const { decimals } = instrument.price;
  const gain = (text: string): string | undefined => {
    const units = profitAt(instrument, order, typedTicks(instrument, finished(text)));
    return units === null ? undefined : t('contracts.expected', { profit: signedMoney(printMoney(units)) });
  };
  const save = async (options: CallOptions): Promise<ContractOrder> => {
    const { id } = order;
    const byChanged = triggerBy !== (order.triggerBy ?? 'mark');
    let answer: ContractOrder = order;
    if (finished(profit) !== order.profitPrice || (byChanged && profit !== ''))
      answer = await call(
        '/coin/contract/order/set/profit',
        { id, profitPrice: finished(profit), triggerBy, ...partOf(profit, order.profitAmount) },
        options,
      );
    if (finished(loss) !== order.lossPrice || (byChanged && loss !== ''))
      answer = await call(
        '/coin/contract/order/set/loss',
        { id, lossPrice: finished(loss), triggerBy, ...partOf(loss, order.lossAmount) },
        options,
      );
    return answer;
  };
  return (
    <div className={styles.sheet}>
      <NumberField
        label={t('contracts.profitPrice')}
        value={profit}
        onValue={setProfit}
        decimals={decimals}
        testId="set-profit"
      />
      <p className={styles.hint}>{gain(profit) ?? t('contracts.noProfitPrice')}</p>
      <NumberField
        label={t('contracts.lossPrice')}
        value={loss}
        onValue={setLoss}
        decimals={decimals}
        testId="set-loss"
      />
      <p className={styles.hint}>{gain(loss) ?? t('contracts.noLossPrice')}</p>
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

/** What was set for a part of the position stays for that part. */
function partOf(price: string, part: string | undefined): { amount?: string } {
  return price !== '' && part ? { amount: part } : {};
}

function MarginForm({ order, onDone }: FormProps) {
  const { t } = useTranslation();
  const [way, setWay] = useState<'add' | 'back'>('add');
  const [amount, setAmount] = useState('');
  const { busy, keyOf, run } = usePositionAct(onDone);
  const signed = `${way === 'back' ? '-' : ''}${finished(amount)}`;
  const form = { id: order.id, amount: signed };
  const send = (options: CallOptions): Promise<ContractOrder> =>
    call('/coin/contract/order/add/mgn', { ...form, clientNo: keyOf(form) }, options);
  return (
    <div className={styles.sheet}>
      <Segmented
        label={t('contracts.title.margin')}
        value={way}
        onChange={setWay}
        choices={[
          { key: 'add', label: t('contracts.marginAdd') },
          { key: 'back', label: t('contracts.marginBack') },
        ]}
      />
      <NumberField label={t('trade.amount')} value={amount} onValue={setAmount} suffix="USDT" testId="margin-amount" />
      <p className={styles.hint}>
        {way === 'add'
          ? t('contracts.marginAddText', { available: separate(printMoney(availableUnits(USDT_ID, 'contract'))) })
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
  const held = order.holdAmount ?? order.amount;
  const [amount, setAmount] = useState(held);
  const { busy, keyOf, run } = usePositionAct(onDone);
  const closed = useClosed(instrument, 'contract');
  // What is left to closing can be closed.
  const shut = closed?.why === 'closeOnly' ? null : closed;
  const heldLots = parseSteps(held, instrument.amount);
  const share = (percent: number): void => {
    if (typeof heldLots === 'number')
      setAmount(printSteps(Math.max(1, Math.floor((heldLots * percent) / 100)), instrument.amount));
  };
  const typed = finished(amount);
  const form = { id: order.id, ...(typed !== held && { amount: typed }) };
  const send = (options: CallOptions): Promise<ContractOrder> =>
    call('/coin/contract/order/liquidate', { ...form, clientNo: keyOf(form) }, options);
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
      <Shares disabled={false} onShare={share} />
      <p className={styles.hint}>{shut ? closedText(shut, t) : t('contracts.closeText')}</p>
      <Button
        kind={order.direction === 'long' ? 'down' : 'up'}
        wide
        busy={busy}
        disabled={shut !== null || !(Number(amount) > 0)}
        onClick={() => void run(send, t('contracts.closed'))}
        data-testid="close-position"
      >
        {t(order.direction === 'long' ? 'contracts.closeLongOf' : 'contracts.closeShortOf', {
          amount: typed,
          coin: amountCoin(order),
        })}
      </Button>
    </div>
  );
}
