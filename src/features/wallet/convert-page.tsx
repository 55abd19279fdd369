// Conversion between coins at a quoted rate that is valid for ten seconds.
import { computed } from '@preact/signals-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { QUOTE_MS } from '../../../core/orders/fund-order.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { printMoney } from '../../../core/units/units.ts';
import { CallError } from '../../api/call.ts';
import { submitCall } from '../../api/submit-call.ts';
import { ExactDecimal } from '../../components/common/exact-decimal.ts';
import { FigureText } from '../../components/common/figure-text.tsx';
import { LoginCard } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { applyBalances, availableUnits } from '../../stores/account/balances.ts';
import { type Figure, coinFigure, coinText } from '../../stores/market/figures.ts';
import { UNKNOWN, cutText, moneyText, separate } from '../../stores/market/number-format.ts';
import { instrumentById, instruments } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { amountOf, moneyOf } from './amounts.ts';
import { ProgressBar } from '../../ui/fields/progress-bar.tsx';
import styles from './wallet.module.css';

/** An amount that rests for this long is typed. */
const TYPED_MS = 400;

/** ms since the page began. */
const pageNow = (): number => performance.now();

interface Quote {
  /** Coins and amount that it is for. */
  of: string;
  quoteNo: string;
  rate: string;
  fee: string;
  out: string;
  /** When it was requested, in ms of the page: a clock of the device that is wrong neither ends nor prolongs it. */
  requestedMs: number;
}

export function ConvertPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.convert')} />
      <main className="column">
        {loggedIn ? (
          <ConvertForm />
        ) : (
          <LoginCard
            text={t('wallet.convertText')}
            back="/pages/wallet/convert"
            example={[
              [t('wallet.pay'), `${moneyText('1000')} USDT`],
              [t('wallet.rate'), `1 BTC = ${moneyText('66800')} USDT`],
              [t('wallet.fee'), `${separate('3.00')} USDT`],
              [t('wallet.get'), `${separate('0.01492515')} BTC`],
            ]}
          />
        )}
      </main>
    </>
  );
}

const symbolOf = (id: number): string => instrumentById(id)?.info.symbol ?? String(id);

function ConvertForm() {
  const { t } = useTranslation();
  const list = useSignalValue(instruments);
  const coins = useMemo(
    () =>
      [...list.values()].filter(({ info }) => info.spotEnable === 1 || info.id === USDT_ID).map(({ info }) => info.id),
    [list],
  );
  const [pay, setPay] = useState(USDT_ID);
  const [receive, setReceive] = useState(0);
  const [amount, setAmount] = useState('');
  const [known, setKnown] = useState<Quote | null>(null);
  const [refused, setRefused] = useState({ of: '', text: '' });
  const [asked, setAsked] = useState('');
  const { busy, keyOf, mutate } = useMutation('convert');
  const target = receive > 0 ? receive : (coins.find((id) => id !== pay) ?? 0);
  const available = useSignalValue(useMemo(() => computed(() => availableUnits(pay)), [pay]));
  const typed = completeNumber(amount);
  const paid = amountOf(typed);
  const short = paid.gt(moneyOf(available));
  // An answer that comes after a change is for what was there before, and is not shown.
  const wanted = paid.gt(0) && !short ? `${pay} ${target} ${typed}` : '';
  const quote = wanted !== '' && known?.of === wanted ? known : null;
  const refusal = refused.of === wanted ? refused.text : '';
  const choices = (without: number) =>
    coins.filter((id) => id !== without).map((id) => ({ key: String(id), label: symbolOf(id) }));
  const requestQuote = async (): Promise<void> => {
    setRefused({ of: '', text: '' });
    setAsked(wanted);
    const requestedMs = pageNow();
    try {
      const {
        quoteNo = '',
        rate = '',
        fee = '',
        out = '',
      } = await submitCall('/coin/transfer', {
        type: 'convert',
        coinInfoId: pay,
        toCoinInfoId: target,
        amount: typed,
        dryRun: true,
      });
      setKnown({ of: wanted, quoteNo, rate, fee, out, requestedMs });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefused({ of: wanted, text: errorText(error, t) });
    } finally {
      setAsked((before) => (before === wanted ? '' : before));
    }
  };
  // What is typed is quoted without a tap, once; an expired one by the button.
  const quoteWanted = useEffectEvent(() => void requestQuote());
  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(() => quoteWanted(), TYPED_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  // A tap that was meant for the button before it does not convert.
  const isReady = useDebounced(quote) === quote;
  const acceptQuote = async ({ quoteNo }: Quote): Promise<void> => {
    const answer = await mutate((options) =>
      submitCall('/coin/transfer', { type: 'convert', quoteNo, clientNo: keyOf(quoteNo) }, options),
    );
    setKnown(null);
    if (answer === null) return;
    applyBalances(answer.assets ?? []);
    setAmount('');
    showToast(t('wallet.converted'), 'success');
  };
  return (
    <div className={styles.form}>
      <SelectField
        label={t('wallet.pay')}
        value={String(pay)}
        onValue={(id) => setPay(Number(id))}
        choices={choices(target)}
        testId="convert-pay"
      />
      <NumberField
        label={t('wallet.amount')}
        value={amount}
        onValue={setAmount}
        suffix={
          <Button kind="ghost" small onClick={() => setAmount(printMoney(available))}>
            {t('wallet.all')}
          </Button>
        }
        error={short ? t('wallet.notEnough', { have: coinText(available, pay), coin: symbolOf(pay) }) : undefined}
        testId="convert-amount"
      />
      <p className="hint">{t('wallet.available', { amount: coinText(available, pay), coin: symbolOf(pay) })}</p>
      <p className={styles.middle}>
        <IconButton
          label={t('wallet.swap')}
          onClick={() => {
            setPay(target);
            setReceive(pay);
          }}
        >
          <Icon name="sort" />
        </IconButton>
      </p>
      <SelectField
        label={t('wallet.get')}
        value={String(target)}
        onValue={(id) => setReceive(Number(id))}
        choices={choices(pay)}
        testId="convert-get"
      />
      <QuoteCard quote={quote} pay={pay} get={target} onOver={() => setKnown(null)} />
      {refusal && (
        <p className="refused" role="alert">
          {refusal}
        </p>
      )}
      {quote ? (
        <Button
          kind="primary"
          wide
          busy={busy}
          disabled={!isReady}
          onClick={() => void acceptQuote(quote)}
          data-testid="convert"
        >
          {t('wallet.convertOf', {
            amount: separate(typed),
            coin: symbolOf(pay),
            out: coinText(quote.out, target),
            to: symbolOf(target),
          })}
        </Button>
      ) : (
        <Button
          kind="primary"
          wide
          busy={wanted !== '' && asked === wanted}
          disabled={wanted === ''}
          onClick={() => void requestQuote()}
          data-testid="quote"
        >
          {t(paid.gt(0) ? 'wallet.quote' : 'wallet.needAmount')}
        </Button>
      )}
      <p className="hint">{t('wallet.convertText')}</p>
    </div>
  );
}

/** Decimals of a rate, which is written as the one of the two that is at least 1. */
const RATE_DECIMALS = 4;

/** "1 BTC = 67,461.5842 USDT", also where USDT is paid: 0.00001482325 is no figure to compare. */
function rateText(rate: string, pay: string, get: string): string {
  const value = new ExactDecimal(rate);
  return value.gte(1) || value.isZero()
    ? `1 ${pay} = ${cutText(rate, RATE_DECIMALS, true)} ${get}`
    : `1 ${get} = ${cutText(new ExactDecimal(1).div(value).toFixed(), RATE_DECIMALS, true)} ${pay}`;
}

interface QuoteCardProps {
  /** Null: its rows are there and empty, so that nothing moves when it comes. */
  quote: Quote | null;
  pay: number;
  get: number;
  onOver: () => void;
}

/** The quoted rate and its remaining validity. */
function QuoteCard({ quote, pay, get, onOver }: QuoteCardProps) {
  const { t } = useTranslation();
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
  const left = quote ? Math.min(QUOTE_MS, Math.max(0, quote.requestedMs + QUOTE_MS - nowMs)) : 0;
  const figure = (amount: string | undefined): Figure =>
    amount === undefined ? { text: UNKNOWN } : coinFigure(amount, get, symbolOf(get));
  return (
    <dl className={`facts ${styles.figures}`} data-testid="quote-card">
      <div>
        <dt>{t('wallet.rate')}</dt>
        <dd className="num">{quote ? rateText(quote.rate, symbolOf(pay), symbolOf(get)) : UNKNOWN}</dd>
      </div>
      <div>
        <dt>{t('wallet.fee')}</dt>
        <dd>
          <FigureText figure={figure(quote?.fee)} />
        </dd>
      </div>
      <div>
        <dt>{t('wallet.arrives')}</dt>
        <dd>
          <FigureText figure={figure(quote?.out)} />
        </dd>
      </div>
      <div>
        <dt>{t('wallet.stands')}</dt>
        <dd>
          <ProgressBar label={t('wallet.stands')} share={left / QUOTE_MS} />
          <span className="num">{quote ? `${Math.ceil(left / 1000)} s` : UNKNOWN}</span>
        </dd>
      </div>
    </dl>
  );
}
