// Quotes of a conversion: requested for what is typed, and valid for ten seconds.
import { useEffect, useEffectEvent, useState } from 'react';
import { QUOTE_MS } from '../../../core/orders/fund-order.ts';
import { CallError } from '../../api/call.ts';
import { submitCall } from '../../api/submit-call.ts';
import { errorText } from '../../components/common/error-text.ts';
import { useTranslation } from '../../locales/use-translation.ts';

/** An amount that rests for this long is typed. */
const TYPED_MS = 400;

/** ms since the page began. */
const pageNow = (): number => performance.now();

/** Coins by id, and the amount that is paid. */
export interface Conversion {
  pay: number;
  get: number;
  amount: string;
}

export interface Quote {
  quoteNo: string;
  rate: string;
  fee: string;
  out: string;
  /** When it was requested, in ms of the page: a clock of the device that is wrong neither ends nor prolongs it. */
  requestedMs: number;
}

export interface QuoteRequest {
  /** Null before the answer, and when its time is over. */
  quote: Quote | null;
  /** Why there is none; '' for no reason. */
  refusal: string;
  isPossible: boolean;
  busy: boolean;
  request: () => void;
  /** The time of `quote` is over, or it was used. */
  drop: (quote: Quote | null) => void;
}

/** What is typed is quoted without a tap, once; an expired one by `request`. Null: nothing that can be quoted. */
export function useQuote(conversion: Conversion | null): QuoteRequest {
  const { t } = useTranslation();
  // An answer that comes after a change is for what was there before, and is not shown.
  const [known, setKnown] = useState<{ of: string; quote: Quote } | null>(null);
  const [refused, setRefused] = useState({ of: '', text: '' });
  const [asked, setAsked] = useState('');
  const wanted = conversion ? `${conversion.pay} ${conversion.get} ${conversion.amount}` : '';
  const request = async (): Promise<void> => {
    if (!conversion) return;
    setRefused({ of: '', text: '' });
    setAsked(wanted);
    const requestedMs = pageNow();
    try {
      const { pay, get, amount } = conversion;
      const form = { type: 'convert', coinInfoId: pay, toCoinInfoId: get, amount, dryRun: true } as const;
      const { quoteNo = '', rate = '', fee = '', out = '' } = await submitCall('/coin/transfer', form);
      setKnown({ of: wanted, quote: { quoteNo, rate, fee, out, requestedMs } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefused({ of: wanted, text: errorText(error, t) });
    } finally {
      setAsked((before) => (before === wanted ? '' : before));
    }
  };
  const onTyped = useEffectEvent(() => void request());
  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(() => onTyped(), TYPED_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return {
    quote: known?.of === wanted ? known.quote : null,
    refusal: refused.of === wanted ? refused.text : '',
    isPossible: conversion !== null,
    busy: wanted !== '' && asked === wanted,
    request: () => void request(),
    drop: (quote) => setKnown((now) => (now?.quote === quote ? null : now)),
  };
}

/** How long a quote still holds, in ms; `onOver` is called when its time is over. */
export function useRemainingMs(quote: Quote | null, onOver: () => void): number {
  const [nowMs, setNowMs] = useState(0);
  const check = useEffectEvent((now: number): void => {
    setNowMs(now);
    if (quote && now - quote.requestedMs >= QUOTE_MS) onOver();
  });
  useEffect(() => {
    if (!quote) return undefined;
    const timer = setInterval(() => check(pageNow()), 250);
    return () => clearInterval(timer);
  }, [quote]);
  return quote ? Math.min(QUOTE_MS, Math.max(0, quote.requestedMs + QUOTE_MS - nowMs)) : 0;
}
