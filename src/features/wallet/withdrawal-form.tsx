// The form of a withdrawal: address, amount and fee, and the code that confirms it.
import { type Dispatch, type SetStateAction, useState } from 'react';
import type { CoinInfo, CoinNetwork } from '../../../core/instruments/instrument.ts';
import type { BookAddress, WithdrawGate } from '../../../core/orders/fund-order.ts';
import type { Units } from '../../../core/units/units.ts';
import { call } from '../../api/call.ts';
import { GoogleCodeField } from '../../components/account/google-code-field.tsx';
import { FigureText } from '../../components/common/figure-text.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import { useAvailableUnits } from '../../components/account/use-available-units.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { useRestoredState } from '../../hooks/use-restored-state.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { coinFigure, coinText } from '../../stores/market/figures.ts';
import { separate } from '../../stores/market/number-format.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { AmountField } from './amount-field.tsx';
import { afterFee, amountOf, moneyOf } from './amounts.ts';
import { checksPassed } from './withdrawal-checks.tsx';
import styles from './wallet.module.css';

export interface WithdrawalFormProps {
  coin: CoinInfo;
  network: CoinNetwork;
  /** At least one. */
  addresses: readonly BookAddress[];
  gate: WithdrawGate | undefined;
  onDone: () => void;
}

export function WithdrawalForm({ onDone, ...terms }: WithdrawalFormProps) {
  const { t } = useTranslation();
  const { coin, network, addresses } = terms;
  const { addressId, amount, change } = useTypedWithdrawal(terms);
  const [googleCode, setGoogleCode] = useState('');
  const { busy, keyOf, mutate } = useMutation('withdraw');
  const available = useAvailableUnits(coin.id);
  const address = addresses.find(({ id }) => id === addressId);
  const objection = withdrawalObjection({ address, amount, googleCode }, { ...terms, available }, t);
  const send = async (): Promise<void> => {
    const form = { coinInfoId: coin.id, addressId, amount: completeNumber(amount) };
    const answer = await mutate((options) =>
      call('/coin/withdraw/add', { ...form, googleCode, clientNo: keyOf(form) }, options),
    );
    setGoogleCode((now) => (now === googleCode ? '' : now));
    if (answer === null) return;
    // What is typed meanwhile is another withdrawal.
    change((now) => (now.amount === amount ? { ...now, amount: '' } : now));
    showToast(t('wallet.withdrawn'), 'success');
    onDone();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (objection === null) void send();
      }}
    >
      <SelectField
        label={t('wallet.address')}
        value={String(addressId)}
        onValue={(id) => change({ addressId: Number(id), amount })}
        choices={addresses.map((one) => ({
          key: String(one.id),
          label: `${one.accountName} · ${one.address.slice(0, 8)}…${one.address.slice(-6)}`,
        }))}
        testId="withdraw-address"
      />
      <AmountField
        value={amount}
        onValue={(text) => change({ addressId, amount: text })}
        available={available}
        testId="withdraw-amount"
      />
      <WithdrawalFacts coin={coin} network={network} amount={amount} available={available} />
      <GoogleCodeField value={googleCode} onValue={setGoogleCode} />
      <p className="hint">{t('wallet.frozenText')}</p>
      <Button type="submit" kind="primary" wide busy={busy} disabled={objection !== null} data-testid="submit">
        {objection ?? t('wallet.withdrawOf', { amount: separate(completeNumber(amount)), coin: coin.symbol })}
      </Button>
    </form>
  );
}

type Terms = Omit<WithdrawalFormProps, 'onDone'>;

interface TypedWithdrawal {
  addressId: number;
  amount: string;
}

/** What is typed, also after a session that ended meanwhile. */
function useTypedWithdrawal({ coin, network, addresses }: Terms): TypedWithdrawal & {
  change: Dispatch<SetStateAction<TypedWithdrawal>>;
} {
  const first = addresses.find(({ status }) => status !== 'cooling') ?? addresses[0]!;
  const empty = { addressId: first.id, amount: '' };
  const [typed, change] = useRestoredState({ name: `withdraw ${coin.id} ${network.chain}` }, empty);
  // The address may have been removed meanwhile: its amount was for no other.
  const isKnown = addresses.some(({ id }) => id === typed.addressId);
  return { ...(isKnown ? typed : empty), change };
}

interface WithdrawalFields {
  address: BookAddress | undefined;
  amount: string;
  googleCode: string;
}

/** Why the withdrawal cannot be sent; null: it can. */
function withdrawalObjection(
  { address, amount, googleCode }: WithdrawalFields,
  { coin, network, gate, available }: Terms & { available: Units },
  t: Translate,
): string | null {
  const typed = amountOf(completeNumber(amount));
  if (gate && !checksPassed(gate)) return t('wallet.gatesShut');
  if (network.enable === 0) return t('wallet.suspended');
  if (address?.status === 'cooling') return t('wallet.cooling', { time: dateTimeText(address.activeTime ?? 0) });
  if (typed.lte(0)) return t('wallet.needAmount');
  if (typed.gt(moneyOf(available)))
    return t('wallet.notEnough', { have: coinText(available, coin.id), coin: coin.symbol });
  if (typed.lt(amountOf(network.minWithdraw)))
    return t('wallet.belowLeast', { least: separate(network.minWithdraw ?? '0'), coin: coin.symbol });
  return googleCode.length === 6 ? null : t('wallet.needGoogle');
}

interface WithdrawalFactsProps extends Pick<WithdrawalFormProps, 'coin' | 'network'> {
  amount: string;
  available: Units;
}

/** What there is, the least and the fee of the network, and what arrives. */
function WithdrawalFacts({ coin, network, amount, available }: WithdrawalFactsProps) {
  const { t } = useTranslation();
  const arriving = afterFee(amountOf(completeNumber(amount)), amountOf(network.serviceCharge));
  return (
    <dl className="facts">
      <Fact label={t('wallet.availableShort')}>
        <FigureText figure={coinFigure(available, coin.id, coin.symbol)} />
      </Fact>
      <Fact label={t('wallet.least')} className="num">
        {separate(network.minWithdraw ?? '0')} {coin.symbol}
      </Fact>
      <Fact label={t('wallet.serviceCharge')} className="num">
        {separate(network.serviceCharge ?? '0')} {coin.symbol}
      </Fact>
      <Fact label={t('wallet.arrives')} data-testid="arrives">
        <FigureText figure={coinFigure(arriving, coin.id, coin.symbol)} />
      </Fact>
    </dl>
  );
}
