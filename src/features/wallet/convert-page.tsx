// Conversion between coins at a quoted rate that is valid for ten seconds.
import { useMemo, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { submitCall } from '../../api/submit-call.ts';
import { LoginCard } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import { useAvailableUnits } from '../../components/account/use-available-units.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { coinText } from '../../stores/market/figures.ts';
import { moneyText, separate } from '../../stores/market/number-format.ts';
import { instruments } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SortIcon } from '../../components/common/sort-icon.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Refusal } from '../../ui/fields/refusal.tsx';
import { AmountField } from './amount-field.tsx';
import { amountOf, moneyOf } from './amounts.ts';
import { QuoteCard, symbolOf } from './quote-card.tsx';
import { type Conversion, type Quote, type QuoteRequest, useQuote } from './use-quote.ts';
import styles from './wallet.module.css';

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

/** Ids of the coins that can be converted. */
function useConvertibleCoins(): readonly number[] {
  const list = useSignalValue(instruments);
  return useMemo(
    () =>
      [...list.values()].filter(({ info }) => info.spotEnable === 1 || info.id === USDT_ID).map(({ info }) => info.id),
    [list],
  );
}

function ConvertForm() {
  const { t } = useTranslation();
  const coins = useConvertibleCoins();
  const [pay, setPay] = useState(USDT_ID);
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState('');
  const get = chosen > 0 ? chosen : (coins.find((id) => id !== pay) ?? 0);
  const available = useAvailableUnits(pay);
  const conversion: Conversion = { pay, get, amount: completeNumber(typed) };
  const paid = amountOf(conversion.amount);
  const short = paid.gt(moneyOf(available));
  const quotes = useQuote(paid.gt(0) && !short ? conversion : null);
  const choices = (without: number) =>
    coins.filter((id) => id !== without).map((id) => ({ key: String(id), label: symbolOf(id) }));
  return (
    <div className={styles.form}>
      <SelectField
        label={t('wallet.pay')}
        value={String(pay)}
        onValue={(id) => setPay(Number(id))}
        choices={choices(get)}
        testId="convert-pay"
      />
      <AmountField
        value={typed}
        onValue={setTyped}
        available={available}
        error={short ? t('wallet.notEnough', { have: coinText(available, pay), coin: symbolOf(pay) }) : undefined}
        testId="convert-amount"
      />
      <p className="hint">{t('wallet.available', { amount: coinText(available, pay), coin: symbolOf(pay) })}</p>
      <p className={styles.middle}>
        <IconButton
          label={t('wallet.swap')}
          onClick={() => {
            setPay(get);
            setChosen(pay);
          }}
        >
          <SortIcon />
        </IconButton>
      </p>
      <SelectField
        label={t('wallet.get')}
        value={String(get)}
        onValue={(id) => setChosen(Number(id))}
        choices={choices(pay)}
        testId="convert-get"
      />
      <QuoteCard quote={quotes.quote} pay={pay} get={get} onOver={() => quotes.drop(quotes.quote)} />
      <Refusal text={quotes.refusal} />
      <ConvertButton
        conversion={conversion}
        quotes={quotes}
        onConverted={() => setTyped((now) => (now === typed ? '' : now))}
      />
      <p className="hint">{t('wallet.convertText')}</p>
    </div>
  );
}

interface ConvertButtonProps {
  conversion: Conversion;
  quotes: QuoteRequest;
  onConverted: () => void;
}

/** Converts by the quote that is shown; requests one where there is none. */
function ConvertButton({ conversion: { pay, get, amount }, quotes, onConverted }: ConvertButtonProps) {
  const { t } = useTranslation();
  const { busy, keyOf, mutate } = useMutation('convert');
  const { quote } = quotes;
  // A tap that was meant for the button before it does not convert.
  const isReady = useDebounced(quote) === quote;
  const convert = async (used: Quote): Promise<void> => {
    const { quoteNo } = used;
    const answer = await mutate((options) =>
      submitCall('/coin/transfer', { type: 'convert', quoteNo, clientNo: keyOf(quoteNo) }, options),
    );
    quotes.drop(used);
    if (answer === null) return;
    onConverted();
    showToast(t('wallet.converted'), 'success');
  };
  return quote ? (
    <Button
      kind="primary"
      wide
      busy={busy}
      disabled={!isReady}
      onClick={() => void convert(quote)}
      data-testid="convert"
    >
      {t('wallet.convertOf', {
        amount: separate(amount),
        coin: symbolOf(pay),
        out: coinText(quote.out, get),
        to: symbolOf(get),
      })}
    </Button>
  ) : (
    <Button
      kind="primary"
      wide
      busy={quotes.busy}
      disabled={!quotes.isPossible}
      onClick={quotes.request}
      data-testid="quote"
    >
      {t(amountOf(amount).gt(0) ? 'wallet.quote' : 'wallet.needAmount')}
    </Button>
  );
}
