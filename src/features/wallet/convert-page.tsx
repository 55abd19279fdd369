// Conversion between coins at a quoted rate that is valid for ten seconds.
import { computed } from '@preact/signals-react';
import { useEffect, useMemo, useState } from 'react';
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
import { useMutation } from '../../hooks/use-mutation.ts';
import { applyBalances, availableUnits } from '../../stores/account/balances.ts';
import { coinFigure, coinText } from '../../stores/market/figures.ts';
import { cutText, moneyText, separate } from '../../stores/market/number-format.ts';
import { instrumentById, instruments } from '../../stores/market/instruments.ts';
import { serverNow } from '../../stores/market/connection.ts';
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

interface Quote {
  quoteNo: string;
  rate: string;
  fee: string;
  out: string;
  expireTime: number;
}

export function ConvertPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.convert')} />
      <main className={styles.page}>
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
  const [quote, setQuote] = useState<Quote | null>(null);
  const [refusal, setRefusal] = useState('');
  const { busy, keyOf, mutate } = useMutation();
  const target = receive > 0 ? receive : (coins.find((id) => id !== pay) ?? 0);
  const available = useSignalValue(useMemo(() => computed(() => availableUnits(pay)), [pay]));
  const typed = completeNumber(amount);
  const paid = amountOf(typed);
  const short = paid.gt(moneyOf(available));
  const change = (set: () => void): void => {
    set();
    setQuote(null);
    setRefusal('');
  };
  const choices = (without: number) =>
    coins.filter((id) => id !== without).map((id) => ({ key: String(id), label: symbolOf(id) }));
  const requestQuote = async (): Promise<void> => {
    setRefusal('');
    try {
      const {
        quoteNo = '',
        rate = '',
        fee = '',
        out = '',
        expireTime = 0,
      } = await submitCall('/coin/transfer', {
        type: 'convert',
        coinInfoId: pay,
        toCoinInfoId: target,
        amount: typed,
        dryRun: true,
      });
      setQuote({ quoteNo, rate, fee, out, expireTime });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(errorText(error, t));
    }
  };
  const acceptQuote = async ({ quoteNo }: Quote): Promise<void> => {
    const answer = await mutate((options) =>
      submitCall('/coin/transfer', { type: 'convert', quoteNo, clientNo: keyOf(quoteNo) }, options),
    );
    setQuote(null);
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
        onValue={(id) => change(() => setPay(Number(id)))}
        choices={choices(target)}
        testId="convert-pay"
      />
      <NumberField
        label={t('wallet.amount')}
        value={amount}
        onValue={(text) => change(() => setAmount(text))}
        suffix={
          <Button kind="ghost" small onClick={() => change(() => setAmount(printMoney(available)))}>
            {t('wallet.all')}
          </Button>
        }
        error={short ? t('wallet.notEnough', { have: coinText(available, pay), coin: symbolOf(pay) }) : undefined}
        testId="convert-amount"
      />
      <p className={styles.hint}>{t('wallet.available', { amount: coinText(available, pay), coin: symbolOf(pay) })}</p>
      <p className={styles.middle}>
        <IconButton
          label={t('wallet.swap')}
          onClick={() =>
            change(() => {
              setPay(target);
              setReceive(pay);
            })
          }
        >
          <Icon name="sort" />
        </IconButton>
      </p>
      <SelectField
        label={t('wallet.get')}
        value={String(target)}
        onValue={(id) => change(() => setReceive(Number(id)))}
        choices={choices(pay)}
        testId="convert-get"
      />
      {quote && <QuoteCard quote={quote} pay={pay} get={target} onOver={() => setQuote(null)} />}
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      {quote ? (
        <Button kind="primary" wide busy={busy} onClick={() => void acceptQuote(quote)} data-testid="convert">
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
          disabled={!paid.gt(0) || short}
          onClick={() => void requestQuote()}
          data-testid="quote"
        >
          {t(paid.gt(0) ? 'wallet.quote' : 'wallet.needAmount')}
        </Button>
      )}
      <p className={styles.hint}>{t('wallet.convertText')}</p>
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

/** The quoted rate and its remaining validity. */
function QuoteCard({ quote, pay, get, onOver }: { quote: Quote; pay: number; get: number; onOver: () => void }) {
  const { t } = useTranslation();
  const [leftMs, setLeftMs] = useState(() => Math.min(QUOTE_MS, quote.expireTime - serverNow()));
  useEffect(() => {
    const timer = setInterval(() => {
      const left = quote.expireTime - serverNow();
      setLeftMs(left);
      if (left <= 0) onOver();
    }, 250);
    return () => clearInterval(timer);
  }, [quote, onOver]);
  return (
    <dl className={styles.figures} data-testid="quote-card">
      <div>
        <dt>{t('wallet.rate')}</dt>
        <dd className="num">{rateText(quote.rate, symbolOf(pay), symbolOf(get))}</dd>
      </div>
      <div>
        <dt>{t('wallet.fee')}</dt>
        <dd>
          <FigureText figure={coinFigure(quote.fee, get, symbolOf(get))} />
        </dd>
      </div>
      <div>
        <dt>{t('wallet.arrives')}</dt>
        <dd>
          <FigureText figure={coinFigure(quote.out, get, symbolOf(get))} />
        </dd>
      </div>
      <div>
        <dt>{t('wallet.stands')}</dt>
        <dd>
          <ProgressBar label={t('wallet.stands')} share={Math.max(0, leftMs) / QUOTE_MS} />
          <span className="num">{Math.max(0, Math.ceil(leftMs / 1000))} s</span>
        </dd>
      </div>
    </dl>
  );
}
