// Order form, position and open orders of a practice.
import { useEffect, useState } from 'react';

import { type OrderType, type Side, isReject } from '../../../../core/orders/spot-order.ts';
import { practiceIntent } from '../../../../core/practice/practice-order.ts';
import type { PracticeAnswer } from '../../../../core/worker-protocol/practice-protocol.ts';
import { baseSymbol, quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { refusalText } from '../../../components/common/refusal-text.ts';
import { type Translate, useTranslation } from '../../../locales/use-translation.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Segmented } from '../../../ui/tabs.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import type { PracticeController } from './practice-controller.ts';
import { PracticeFigures } from './practice-figures.tsx';
import { PracticeOrders } from './practice-orders.tsx';
import styles from './practice.module.css';

export interface PracticePanelProps {
  practice: PracticeController;
  onEnd: () => void;
}

export function PracticePanel({ practice, onEnd }: PracticePanelProps) {
  const { t } = useTranslation();
  useEscapeCancels(practice);
  return (
    <section className={styles.panel} aria-label={t('practice.title')} data-testid="practice">
      <PracticeForm practice={practice} />
      <PracticeFigures practice={practice} />
      <PracticeOrders practice={practice} />
      <div className={styles.ways}>
        <Button small onClick={() => void send(practice.close(), t)} data-testid="practice-close">
          {t('practice.close')}
        </Button>
        <Button small onClick={onEnd} data-testid="practice-end">
          {t('practice.end')}
        </Button>
      </div>
      <p className="hint">{t('practice.about')}</p>
    </section>
  );
}

function PracticeForm({ practice }: { practice: PracticeController }) {
  const { t } = useTranslation();
  const { instrument } = practice;
  const { info } = instrument;
  const [type, setType] = useState<OrderType>('market');
  const [price, setPrice] = useState('');
  const [amount, setAmount] = useState('');
  const [error, setError] = useState('');
  const busy = useSignalValue(practice.busy);
  const tapped = useSignalValue(practice.tappedPrice);
  const [taken, setTaken] = useState('');
  if (tapped !== taken) {
    setTaken(tapped);
    setPrice(tapped);
    setType('limit');
  }
  const place = (side: Side): void => {
    const draft = { side, price: type === 'limit' ? price : null, amount };
    const intent = practiceIntent(instrument, draft, practice.state.peek()?.lastTicks ?? 0);
    if (isReject(intent)) return setError(refusalText(intent));
    setError('');
    void send(practice.place(intent), t);
  };
  const choices = (['market', 'limit'] as const).map((key) => ({ key, label: t(`trade.${key}`) }));
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <Segmented choices={choices} value={type} onChange={setType} label={t('practice.type')} />
      {type === 'limit' && (
        <NumberField
          label={t('trade.price')}
          value={price}
          onValue={setPrice}
          decimals={instrument.price.decimals}
          suffix={quoteSymbol(info)}
          testId="practice-price"
        />
      )}
      <NumberField
        label={t('trade.amount')}
        value={amount}
        onValue={setAmount}
        decimals={instrument.amount.decimals}
        suffix={baseSymbol(info)}
        testId="practice-amount"
      />
      <p className={styles.trouble} role="alert">
        {error}
      </p>
      <div className={styles.ways}>
        {(['buy', 'sell'] as const).map((side) => (
          <Button
            key={side}
            kind={side === 'buy' ? 'up' : 'down'}
            aria-disabled={busy}
            onClick={() => place(side)}
            data-testid={`practice-${side}`}
          >
            {t(`trade.${side}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}

/** Shows the outcome of an order; of a second tap, which places none, nothing. */
async function send(sent: Promise<PracticeAnswer | null>, t: Translate): Promise<void> {
  try {
    const answer = await sent;
    if (answer?.stop) showToast(t(`practice.stop.${answer.stop}`), 'error');
    else if (answer && answer.restingId > 0) showToast(t('practice.placed'), 'success');
    else if (answer && answer.filledLots > 0) showToast(t('practice.filled'), 'success');
  } catch (cause) {
    console.warn('practice order failed', cause);
    showToast(t('past.phase.failed'), 'error');
  }
}

/** Escape cancels all orders, where no field or sheet uses the key. */
function useEscapeCancels(practice: PracticeController): void {
  useEffect(() => {
    const off = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
        if (practice.lists.peek().orders.length === 0) return;
        event.preventDefault();
        void practice.cancel(null);
      },
      { signal: off.signal },
    );
    return () => off.abort();
  }, [practice]);
}
