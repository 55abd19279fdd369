// Withdrawal: its conditions, then coin, address, amount and fee.
import { computed } from '@preact/signals-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { BookAddress, WithdrawGate } from '../../../core/orders/fund-order.ts';
import type { CoinInfo, CoinNetwork } from '../../../core/instruments/instrument.ts';
import { call } from '../../api/call.ts';
import { QueryBlock, LoginCard } from '../../components/common/async-states.tsx';
import { FigureText } from '../../components/common/figure-text.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { GoogleCodeField } from '../../components/account/google-code-field.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import { useRestoredState } from '../../hooks/use-restored-state.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { availableUnits, refreshAssets } from '../../stores/account/balances.ts';
import { coinFigure, coinText } from '../../stores/market/figures.ts';
import { separate } from '../../stores/market/number-format.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { AmountField } from './amount-field.tsx';
import { afterFee, amountOf, moneyOf } from './amounts.ts';
import { FundList } from './fund-list.tsx';
import { WithdrawalChecks, checksPassed } from './withdrawal-checks.tsx';
import { RouteFields } from './route-fields.tsx';
import { useFundRoute } from './use-fund-route.ts';
import styles from './wallet.module.css';

export function WithdrawPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader
        title={t('title.withdraw')}
        trailing={
          <Link className={styles.link} to="/pages/wallet/address">
            {t('title.address')}
          </Link>
        }
      />
      <main className="column">
        {loggedIn ? (
          <WithdrawalOverview />
        ) : (
          <LoginCard
            text={t('wallet.frozenText')}
            back="/pages/wallet/withdraw"
            example={[
              [t('wallet.network'), 'Tron (TRC20)'],
              [t('wallet.amount'), `${separate('100.00')} USDT`],
              [t('wallet.serviceCharge'), `${separate('1.00')} USDT`],
              [t('wallet.arrives'), `${separate('99.00')} USDT`],
            ]}
          />
        )}
      </main>
    </>
  );
}

function WithdrawalOverview() {
  const { t } = useTranslation();
  const [reloads, setReloads] = useState(0);
  const gates = useQuery('/coin/withdraw/order', { pageSize: 1 }, reloads);
  const reload = (): void => setReloads((before) => before + 1);
  const cancelled = useRef(new Set<number>());
  const cancel = (id: number): void => {
    // Its button stays until the list is fetched again.
    if (cancelled.current.has(id)) return;
    cancelled.current.add(id);
    call('/coin/withdraw/order', { cancelId: id })
      .then(() => {
        void refreshAssets();
        reload();
      })
      .catch((cause: unknown) => {
        cancelled.current.delete(id);
        showToast(errorText(cause, t), 'error');
      });
  };
  return (
    <>
      <QueryBlock query={gates}>
        {({ gate }) => (
          <>
            {gate && <WithdrawalChecks gate={gate} />}
            <WithdrawalRoute gate={gate} onDone={reload}>
              <FundList path="/coin/withdraw/order" freshness={reloads} onCancel={cancel} />
            </WithdrawalRoute>
          </>
        )}
      </QueryBlock>
    </>
  );
}

/** `children` are rendered after the parts above them have loaded, so that they do not move. */
function WithdrawalRoute({
  gate,
  onDone,
  children,
}: {
  gate: WithdrawGate | undefined;
  onDone: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const route = useFundRoute('out');
  const { coin, network } = route;
  const book = useQuery(
    '/coin/withdraw/address',
    coin && network ? { coinInfoId: coin.id, chain: network.chain } : null,
  );
  if (!coin || !network) return <SkeletonRows rows={4} />;
  const add = (
    <Button
      kind="primary"
      onClick={() =>
        void navigate({ to: '/pages/wallet/addressAdd', search: { coinInfoId: coin.id, chain: network.chain } })
      }
    >
      {t('wallet.addAddress')}
    </Button>
  );
  return (
    <>
      <RouteFields route={route} />
      <QueryBlock query={book}>
        {({ list }) =>
          list.length === 0 ? (
            <NoticeCard title={t('wallet.noAddress')} action={add} />
          ) : (
            <WithdrawalForm
              key={`${coin.id} ${network.chain}`}
              coin={coin}
              network={network}
              addresses={list}
              gate={gate}
              onDone={onDone}
            />
          )
        }
      </QueryBlock>
      {(book.answer ?? book.failure) !== null && children}
    </>
  );
}

interface WithdrawalFormProps {
  coin: CoinInfo;
  network: CoinNetwork;
  addresses: readonly BookAddress[];
  gate: WithdrawGate | undefined;
  onDone: () => void;
}

function WithdrawalForm({ coin, network, addresses, gate, onDone }: WithdrawalFormProps) {
  const { t } = useTranslation();
  const first = addresses.find(({ status }) => status !== 'cooling') ?? addresses[0]!;
  const [typedForm, change] = useRestoredState(`withdraw ${coin.id} ${network.chain}`, {
    addressId: first.id,
    amount: '',
  });
  // The address may have been removed meanwhile: its amount was for no other.
  const isKnown = addresses.some(({ id }) => id === typedForm.addressId);
  const { addressId, amount } = isKnown ? typedForm : { addressId: first.id, amount: '' };
  const setAmount = (text: string): void => change({ addressId, amount: text });
  const [googleCode, setGoogleCode] = useState('');
  const { busy, keyOf, mutate } = useMutation('withdraw');
  const available = useSignalValue(useMemo(() => computed(() => availableUnits(coin.id)), [coin.id]));
  const typed = amountOf(completeNumber(amount));
  const address = addresses.find(({ id }) => id === addressId);
  const reason = (): string | null => {
    if (gate && !checksPassed(gate)) return t('wallet.gatesShut');
    if (network.enable === 0) return t('wallet.suspended');
    if (address?.status === 'cooling') return t('wallet.cooling', { time: dateTimeText(address.activeTime ?? 0) });
    if (typed.lte(0)) return t('wallet.needAmount');
    if (typed.gt(moneyOf(available)))
      return t('wallet.notEnough', { have: coinText(available, coin.id), coin: coin.symbol });
    if (typed.lt(amountOf(network.minWithdraw)))
      return t('wallet.belowLeast', { least: separate(network.minWithdraw ?? '0'), coin: coin.symbol });
    return googleCode.length === 6 ? null : t('wallet.needGoogle');
  };
  const send = async (): Promise<void> => {
    const form = { coinInfoId: coin.id, addressId, amount: completeNumber(amount) };
    const answer = await mutate((options) =>
      call('/coin/withdraw/add', { ...form, googleCode, clientNo: keyOf(form) }, options),
    );
    setGoogleCode('');
    if (answer === null) return;
    setAmount('');
    showToast(t('wallet.withdrawn'), 'success');
    onDone();
  };
  const why = reason();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (why === null) void send();
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
      <AmountField value={amount} onValue={setAmount} available={available} testId="withdraw-amount" />
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
          <FigureText figure={coinFigure(afterFee(typed, amountOf(network.serviceCharge)), coin.id, coin.symbol)} />
        </Fact>
      </dl>
      <GoogleCodeField value={googleCode} onValue={setGoogleCode} />
      <p className="hint">{t('wallet.frozenText')}</p>
      <Button type="submit" kind="primary" wide busy={busy} disabled={why !== null} data-testid="submit">
        {why ?? t('wallet.withdrawOf', { amount: separate(completeNumber(amount)), coin: coin.symbol })}
      </Button>
    </form>
  );
}
