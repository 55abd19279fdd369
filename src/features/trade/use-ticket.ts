// The ticket in use: what is typed, what it is judged, and the sending of it.
import { computed } from '@preact/signals-react';
import { useCallback, useMemo, useState } from 'react';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import type { Instrument } from '../../../contract/instrument.ts';
import { type Side, type SpotOrder, SPOT_STATUS } from '../../../contract/order.ts';
import { LINK } from '../../../contract/thread.ts';
import { type Units, printSteps } from '../../../contract/units.ts';
import { call } from '../../api/call.ts';
import { Naming, placeOrder } from '../../api/place.ts';
import { errorText } from '../../cells/error-text.ts';
import { lastTicksNow, useFirstPrice } from '../../cells/first-price.ts';
import { useKeptDraft } from '../../cells/kept-draft.ts';
import { availableUnits, refreshAssets } from '../../state/balances.ts';
import { link, serverNow } from '../../state/link.ts';
import { applyOrder } from '../../state/orders.ts';
import { isLoggedIn } from '../../state/session.ts';
import { stored } from '../../state/storage.ts';
import { showToast } from '../../state/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { type Draft, type Surroundings, type Verdict, judge, spotDraft } from './ticket.ts';

type Phase = 'idle' | 'sending' | 'checking';

export interface Ticket {
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  verdict: Verdict;
  /** What the draft is judged against at this moment. */
  around: () => Surroundings;
  phase: Phase;
  /** The socket is open; without it nothing is sent, because nothing would be seen. */
  connected: boolean;
  submit: () => Promise<void>;
}

/** Available money of both coins, changing when either does; null for a visitor. */
function useAvailable(instrument: Instrument): ReadonlyMap<number, Units> | null {
  const { id, quoteCoinId } = instrument.info;
  const base = useSignalValue(useMemo(() => computed(() => availableUnits(id)), [id]));
  const quote = useSignalValue(useMemo(() => computed(() => availableUnits(quoteCoinId)), [quoteCoinId]));
  const known = useSignalValue(isLoggedIn);
  return useMemo(() => (known ? new Map([[id, base], [quoteCoinId, quote]]) : null), [known, id, quoteCoinId, base, quote]);
}

/** `priceTicks`: a limit price to begin with; null: the first last price that is known. */
export function useTicket(instrument: Instrument, side: Side, priceTicks: number | null = null): Ticket {
  const { id } = instrument.info;
  const { t } = useTranslation();
  const [draft, setDraft] = useKeptDraft<Draft>(`spot ${id} ${priceTicks ?? ''}`, { side, orderType: 'limit', price: priceTicks === null ? '' : printSteps(priceTicks, instrument.price), amount: '', total: '' });
  const [phase, setPhase] = useState<Phase>('idle');
  const [naming] = useState(() => new Naming());
  const available = useAvailable(instrument);
  const connected = useSignalValue(link.state) === LINK.open;
  const edit = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const around = (): Surroundings => ({ available, referenceTicks: lastTicksNow(id), nowMs: serverNow() });
  useFirstPrice(instrument, useCallback((price) => setDraft((before) => (before.price === '' ? { ...before, price } : before)), [setDraft]));
  const verdict = judge(instrument, draft, around());

  const submit = async (): Promise<void> => {
    if (phase !== 'idle' || judge(instrument, draft, around()).kind !== 'ready') return;
    const form = { coinInfoId: id, ...spotDraft(draft) };
    setPhase('sending');
    try {
      const outcome = await placeOrder(form, naming.of(form), {
        call, wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)), onChecking: () => setPhase('checking'),
      });
      if (outcome.kind === 'lost') return showToast(t('trade.lost'), 'error');
      naming.done();
      if (outcome.kind === 'refused') return showToast(errorText(outcome.error, t), 'error');
      applyOrder(outcome.order);
      void refreshAssets();
      setDraft((before) => ({ ...before, amount: '', total: '' }));
      sayResult(outcome.order, t);
    } finally {
      setPhase('idle');
    }
  };
  return { draft, edit, verdict, around, phase, connected, submit };
}

/** Remembers the side for the next visit. */
export function keepSide(side: Side): void {
  stored('sideType').value = side;
}

function sayResult(order: SpotOrder, t: Translate): void {
  const dealt = { amount: order.dealAmount, coin: order.symbol };
  if (order.status === SPOT_STATUS.finished || (order.status === SPOT_STATUS.cancelled && Number(order.dealAmount) > 0)) {
    showToast(t(order.side === 'buy' ? 'trade.boughtOf' : 'trade.soldOf', dealt), 'success');
  } else if (order.status === SPOT_STATUS.cancelled) showToast(t('trade.unfilled'), 'error');
  else if (order.status === SPOT_STATUS.refused) showToast(order.reason ?? t('orders.status5'), 'error');
  else showToast(t('trade.placed'), 'success');
}
