// Transfer between the spot and the contract account, without fee.
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { computed } from '@preact/signals-react';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import type { Units } from '../../../core/units/units.ts';
import { submitCall } from '../../api/submit-call.ts';
import { LoginCard } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import { useAvailableUnits } from '../../components/account/use-available-units.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { type Account, availableUnits, holdings } from '../../stores/account/balances.ts';
import { coinText } from '../../stores/market/figures.ts';
import { moneyText, separate } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { SortIcon } from '../../components/common/sort-icon.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { AmountField } from './amount-field.tsx';
import { amountOf, moneyOf } from './amounts.ts';
import styles from './wallet.module.css';

export function TransferPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.transfer')} />
      <main className="column">
        {loggedIn ? (
          <TransferForm />
        ) : (
          <LoginCard
            text={t('wallet.noFee')}
            back="/pages/wallet/transfer"
            example={[
              [t('wallet.from'), t('assets.spot')],
              [t('wallet.to'), t('assets.contract')],
              [t('wallet.amount'), `${moneyText('3000')} USDT`],
            ]}
          />
        )}
      </main>
    </>
  );
}

/** Ids of the coins held in either account, always USDT and the chosen one: a field cannot show another's name. */
function useTransferableCoins(chosen: number): readonly number[] {
  const text = useSignalValue(
    useMemo(
      () =>
        computed(() => {
          const held = [...holdings.spot.value, ...holdings.contract.value]
            .filter(({ available }) => available > 0n)
            .map(({ coinInfoId }) => coinInfoId);
          return [...new Set([USDT_ID, ...held, chosen])].join(',');
        }),
      [chosen],
    ),
  );
  return useMemo(() => text.split(',').map(Number), [text]);
}

/** The account to start from: spot, unless the coin is in the contract account alone. */
function fullerAccount(coinInfoId: number): Account {
  return availableUnits(coinInfoId) === 0n && availableUnits(coinInfoId, 'contract') > 0n ? 'contract' : 'spot';
}

const otherAccount = (account: Account): Account => (account === 'spot' ? 'contract' : 'spot');

const accountName = (account: Account, t: Translate): string => t(`assets.${account}`);

function TransferForm() {
  const { t } = useTranslation();
  const { coinInfoId: firstCoin = USDT_ID }: { coinInfoId?: number } = useSearch({ strict: false });
  const [coin, setCoin] = useState(firstCoin);
  const coins = useTransferableCoins(coin);
  const [from, setFrom] = useState<Account>(() => fullerAccount(firstCoin));
  const [amount, setAmount] = useState('');
  const { busy, keyOf, mutate } = useMutation('transfer');
  const available = useAvailableUnits(coin, from);
  const symbol = instrumentById(coin)?.info.symbol ?? '';
  const have = coinText(available, coin);
  const fault = amountFault(amount, available);
  const error = fault && t(fault, { have, coin: symbol });
  const to = otherAccount(from);
  const send = async (): Promise<void> => {
    const form = {
      coinInfoId: coin,
      type: from === 'spot' ? 'transfer_to_contract' : 'transfer_to_sport',
      amount: completeNumber(amount),
    } as const;
    const answer = await mutate((options) => submitCall('/coin/transfer', { ...form, clientNo: keyOf(form) }, options));
    if (answer === null) return;
    // What is typed meanwhile is another transfer.
    setAmount((now) => (now === amount ? '' : now));
    showToast(t('app.submitted'), 'success');
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TransferDirection from={from} onSwap={() => setFrom(to)} />
      <SelectField
        label={t('wallet.coin')}
        value={String(coin)}
        onValue={(id) => setCoin(Number(id))}
        choices={coins.map((id) => ({ key: String(id), label: instrumentById(id)?.info.symbol ?? String(id) }))}
        testId="transfer-coin"
      />
      <AmountField value={amount} onValue={setAmount} available={available} error={error} testId="transfer-amount" />
      <p className="hint">
        {t('wallet.available', { amount: have, coin: symbol })} · {t('wallet.noFee')}
      </p>
      <Button
        type="submit"
        kind="primary"
        wide
        busy={busy}
        disabled={amount === '' || fault !== undefined}
        data-testid="submit"
      >
        {amount === ''
          ? t('wallet.needAmount')
          : t('wallet.transferOf', {
              amount: separate(completeNumber(amount)),
              coin: symbol,
              to: accountName(to, t),
            })}
      </Button>
    </form>
  );
}

/** Why the amount cannot be transferred; undefined: it can, or none is typed yet. */
function amountFault(amount: string, available: Units): 'wallet.needAmount' | 'wallet.notEnough' | undefined {
  if (amount === '') return undefined;
  const typed = amountOf(completeNumber(amount));
  if (typed.lte(0)) return 'wallet.needAmount';
  return typed.gt(moneyOf(available)) ? 'wallet.notEnough' : undefined;
}

/** From which account to which, with a button that swaps them. */
function TransferDirection({ from, onSwap }: { from: Account; onSwap: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.accounts}>
      <dl>
        <Fact label={t('wallet.from')}>{accountName(from, t)}</Fact>
        <Fact label={t('wallet.to')}>{accountName(otherAccount(from), t)}</Fact>
      </dl>
      <IconButton label={t('wallet.swap')} onClick={onSwap}>
        <SortIcon />
      </IconButton>
    </div>
  );
}
