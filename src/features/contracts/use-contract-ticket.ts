// The contract ticket in use: what is typed, what it is judged, the question before it is sent, and the sending.
import { riskTermsOf } from '../../../contract/margin-terms.ts';
import { computed } from '@preact/signals-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type ContractOrder, CONTRACT_STATUS } from '../../../contract/contract-order.ts';
import type { FormOf } from '../../../contract/calls.ts';
import { type Instrument, USDT_ID } from '../../../contract/instrument.ts';
import { type RiskTerms, multiplesOf } from '../../../contract/margin-tiers.ts';
import { LINK } from '../../../contract/thread.ts';
import { parseSteps } from '../../../contract/units.ts';
import { call } from '../../api/call.ts';
import { Naming, sendOnce } from '../../api/place.ts';
import { errorText } from '../../cells/error-text.ts';
import { lastTicksNow, useFirstPrice } from '../../cells/first-price.ts';
import { useKeptDraft } from '../../cells/kept-draft.ts';
import { mustConfirm } from '../../cells/must-confirm.ts';
import { useAnswer } from '../../cells/use-answer.ts';
import { availableUnits, refreshAssets } from '../../state/balances.ts';
import { applyContract } from '../../state/contracts.ts';
import { link, serverNow } from '../../state/link.ts';
import { markOf } from '../../state/marks.ts';
import { isLoggedIn } from '../../state/session.ts';
import { showToast } from '../../state/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { type Draft, type Surroundings, type Verdict, contractDraft, judge } from './contract-ticket.ts';

type Phase = 'idle' | 'asking' | 'sending' | 'checking';
type AddForm = FormOf<'/coin/contract/order/add'>;

export interface ContractTicket {
  terms: RiskTerms;
  /** Multiples that the market offers, smallest first. */
  multiples: readonly number[];
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  verdict: Verdict;
  /** What the draft is judged against at this moment. */
  around: () => Surroundings;
  phase: Phase;
  /** The socket is open; without it nothing is sent, because nothing would be seen. */
  connected: boolean;
  /** Sends, or asks first where the user wants to be asked or something is unusual. */
  submit: () => void;
  confirm: () => void;
  withdraw: () => void;
}

/** A new account begins with this, or with the most below it that the market offers. */
const USUAL_MULTIPLE = 10;
const EMPTY: Draft = { direction: 'long', orderType: 'limit', multiple: 0, price: '', amount: '', triggers: false, profit: '', loss: '' };

/** The mark in whole ticks; 0 while it is not known. */
function markTicksNow(instrument: Instrument): number {
  const ticks = parseSteps(markOf(instrument.info.id).mark.peek(), instrument.price);
  return typeof ticks === 'number' ? ticks : 0;
}

export function useContractTicket(instrument: Instrument): ContractTicket {
  const { id, maxMultiple } = instrument.info;
  const { t } = useTranslation();
  const terms = useMemo(() => riskTermsOf(instrument), [instrument]);
  const multiples = useMemo(() => multiplesOf(terms.tiers, maxMultiple), [terms, maxMultiple]);
  const [typed, setTyped] = useKeptDraft<Draft>(`contract ${id}`, EMPTY);
  const [phase, setPhase] = useState<Phase>('idle');
  const [naming] = useState(() => new Naming());
  const known = useSignalValue(isLoggedIn);
  const available = useSignalValue(useMemo(() => computed(() => availableUnits(USDT_ID, 'contract')), []));
  const connected = useSignalValue(link.state) === LINK.open;
  const lastUsed = useAnswer('/coin/contract/order/multiple', known ? { coinInfoId: id } : null).answer?.last ?? 0;
  const usual = multiples.filter((multiple) => multiple <= USUAL_MULTIPLE).at(-1) ?? 1;
  const draft = typed.multiple > 0 ? typed : { ...typed, multiple: multiples.includes(lastUsed) ? lastUsed : usual };
  const edit = (change: Partial<Draft>): void => setTyped((before) => ({ ...before, ...change }));
  const around = (): Surroundings => ({ availableUnits: known ? available : null, lastTicks: lastTicksNow(id), markTicks: markTicksNow(instrument), nowMs: serverNow() });
  useFirstPrice(instrument, useCallback((price) => setTyped((before) => (before.price === '' ? { ...before, price } : before)), [setTyped]));
  const verdict = judge(instrument, terms, draft, around());

  const send = async (): Promise<void> => {
    const form = { coinInfoId: id, multiple: draft.multiple, ...contractDraft(draft) } as Omit<AddForm, 'clientNo'>;
    const clientNo = naming.of(form);
    setPhase('sending');
    try {
      const fate = await sendOnce<ContractOrder>(
        (options) => call('/coin/contract/order/add', { ...form, clientNo } as AddForm, options),
        (options) => call('/coin/contract/order/query', { clientNo }, options),
        { wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)), onChecking: () => setPhase('checking') },
      );
      if (fate.kind === 'lost') return showToast(t('trade.lost'), 'error');
      naming.done();
      if (fate.kind === 'refused') return showToast(errorText(fate.error, t), 'error');
      applyContract(fate.answer);
      void refreshAssets();
      setTyped((before) => ({ ...before, amount: '', profit: '', loss: '' }));
      showToast(t(fate.answer.status === CONTRACT_STATUS.holding ? 'contracts.opened' : 'contracts.placed'), 'success');
    } finally {
      setPhase('idle');
    }
  };
  const submit = (): void => {
    const now = judge(instrument, terms, draft, around());
    if (phase !== 'idle' || now.kind !== 'ready') return;
    if (mustConfirm(now.intent.limitTicks, around().markTicks || around().lastTicks)) setPhase('asking');
    else void send();
  };
  return {
    terms, multiples, draft, edit, verdict, around, phase, connected, submit, confirm: () => void send(), withdraw: () => setPhase('idle'),
  };
}
