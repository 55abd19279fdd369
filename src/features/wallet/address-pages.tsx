// Withdrawal address book, and adding an address with an emailed code.
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { CODE } from '../../../core/errors/errors.ts';
import type { BookAddress } from '../../../core/orders/fund-order.ts';
import { call } from '../../api/call.ts';
import { useGoOn } from '../../components/account/use-go-on.ts';
import { QueryBlock, LoginCard } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { GoogleCodeField } from '../../components/account/google-code-field.tsx';
import { MailCodeField } from '../../components/account/mail-code-field.tsx';
import { useLostAnswer } from '../../components/account/use-lost-answer.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { type FieldErrors, type FormState, useForm } from '../../hooks/use-form.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Refusal } from '../../ui/fields/refusal.tsx';
import { RouteFields } from './route-fields.tsx';
import { type FundRoute, useFundRoute } from './use-fund-route.ts';
import styles from './wallet.module.css';

export function AddressPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader
        title={t('title.address')}
        trailing={
          <Link className={styles.link} to="/pages/wallet/addressAdd">
            {t('wallet.addAddress')}
          </Link>
        }
      />
      <main className="column">{loggedIn ? <AddressBook /> : <AddressExample back="/pages/wallet/address" />}</main>
    </>
  );
}

function AddressExample({ back }: { back: string }) {
  const { t } = useTranslation();
  return (
    <LoginCard
      text={t('wallet.noAddress')}
      back={back}
      example={[
        [t('wallet.accountName'), 'Ledger'],
        [t('wallet.network'), 'Tron (TRC20)'],
        [t('wallet.address'), 'TQ5N…x8Rk'],
      ]}
    />
  );
}

function AddressBook() {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState<BookAddress | null>(null);
  const book = useQuery('/coin/withdraw/address', {});
  const remove = (): void => {
    if (!confirming) return;
    setConfirming(null);
    // Also after an answer that was lost: it may be removed.
    call('/coin/withdraw/address', { del: confirming.id })
      .catch((cause: unknown) => showToast(errorText(cause, t), 'error'))
      .finally(book.refetch);
  };
  return (
    <QueryBlock query={book}>
      {({ list }) => (
        <>
          {list.length === 0 && (
            <NoticeCard icon={<Icon name="wallet" size={32} />} title={t('wallet.noAddress')} action={<AddAddress />} />
          )}
          <ul>
            {list.map((entry) => (
              <AddressRow key={entry.id} entry={entry} onRemove={() => setConfirming(entry)} />
            ))}
          </ul>
          <ConfirmSheet
            open={confirming !== null}
            title={t('wallet.removeAsk')}
            text={confirming?.address ?? ''}
            confirmLabel={t('wallet.remove')}
            cancelLabel={t('app.cancel')}
            closeLabel={t('app.close')}
            onConfirm={remove}
            onCancel={() => setConfirming(null)}
          />
        </>
      )}
    </QueryBlock>
  );
}

function AddressRow({ entry, onRemove }: { entry: BookAddress; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <li className={styles.order}>
      <p className={styles.between}>
        <b>{entry.accountName}</b>
        <span className="hint">
          {instrumentById(entry.coinInfoId)?.info.symbol} · {entry.chain}
        </span>
      </p>
      <p className={`num ${styles.address}`}>{entry.address}</p>
      {entry.memo !== '' && (
        <p className="hint">
          {t('wallet.memo')}: <span className="num">{entry.memo}</span>
        </p>
      )}
      <p className={styles.between}>
        <span className="hint">
          {entry.status === 'cooling'
            ? t('wallet.cooling', { time: dateTimeText(entry.activeTime ?? 0) })
            : t('wallet.active')}
        </span>
        <Button small onClick={onRemove}>
          {t('wallet.remove')}
        </Button>
      </p>
    </li>
  );
}

function AddAddress() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Button kind="primary" onClick={() => void navigate({ to: '/pages/wallet/addressAdd' })}>
      {t('wallet.addAddress')}
    </Button>
  );
}

export function AddressAddPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const route = useFundRoute('out');
  return (
    <>
      <PageHeader title={t('wallet.addAddress')} />
      <main className="column">
        {!loggedIn && <AddressExample back="/pages/wallet/addressAdd" />}
        {loggedIn && !route.network && <SkeletonRows rows={5} />}
        {loggedIn && route.network && <AddAddressForm key={`${route.coin?.id} ${route.network.chain}`} route={route} />}
      </main>
    </>
  );
}

interface NewAddress {
  address: string;
  accountName: string;
  memo: string;
  code: string;
  googleCode: string;
}

function faultsOf(form: NewAddress, regex: string | undefined): FieldErrors<NewAddress> {
  const isAddress = regex === undefined || new RegExp(regex).test(form.address.trim());
  return {
    address: isAddress ? undefined : 'wallet.wrongAddress',
    accountName: form.accountName.trim() === '' ? 'wallet.needName' : undefined,
    code: /^\d{6}$/.test(form.code) ? undefined : 'auth.needCode',
  };
}

/** Rejects where the book has no such entry. */
async function findAddress(
  route: Pick<BookAddress, 'coinInfoId' | 'chain'>,
  wanted: Pick<BookAddress, 'address' | 'accountName' | 'memo'>,
): Promise<void> {
  const { list } = await call('/coin/withdraw/address', route);
  const isIt = ({ address, accountName, memo }: BookAddress): boolean =>
    isSameAddress(address, wanted.address) && accountName === wanted.accountName && memo === wanted.memo;
  if (!list.some(isIt)) throw new Error('no such address');
}

/** The exchange writes hex and Bech32, which may be typed in capitals, its own way; Base58 has meaning in its case. */
function isSameAddress(written: string, typed: string): boolean {
  const hasCase = !typed.startsWith('0x') && typed !== typed.toUpperCase();
  return hasCase ? written === typed : written.toLowerCase() === typed.toLowerCase();
}

/** Adds the address with its codes, and goes to the withdrawal. `bound`: a code of the authenticator is needed. */
function useNewAddress({ coin, network }: FundRoute, bound: boolean): FormState<NewAddress> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const callOnce = useLostAnswer();
  const send = async ({ address, accountName, memo, code, googleCode }: NewAddress): Promise<void> => {
    if (!coin || !network) return;
    const route = { coinInfoId: coin.id, chain: network.chain };
    const entry = { address: address.trim(), accountName: accountName.trim(), memo };
    await callOnce<unknown>({
      key: JSON.stringify(entry),
      send: () => call('/coin/withdraw/address/generate', { ...route, ...entry, code, ...(bound && { googleCode }) }),
      refusedAs: CODE.codeWrong,
      find: () => findAddress(route, entry),
    });
    showToast(t('app.submitted'), 'success');
    goOn(() => navigate({ to: '/pages/wallet/withdraw', search: route, replace: true }));
  };
  return useForm<NewAddress>(
    { address: '', accountName: '', memo: '', code: '', googleCode: '' },
    (typed) => faultsOf(typed, network?.addressRegex),
    send,
    { restored: { name: `address ${coin?.id} ${network?.chain}` } },
  );
}

function AddAddressForm({ route }: { route: FundRoute }) {
  const { t } = useTranslation();
  const user = useSignalValue(userInfo);
  const bound = user?.hasGoogleAuth === 1;
  const { form, change, errorOf, refusal, busy, submit } = useNewAddress(route, bound);
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <RouteFields route={route} />
      <TextField
        label={t('wallet.address')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={128}
        value={form.address}
        onValue={(address) => change({ address })}
        error={errorOf('address')}
        data-testid="address"
      />
      <TextField
        label={t('wallet.accountName')}
        maxLength={30}
        value={form.accountName}
        onValue={(accountName) => change({ accountName })}
        error={errorOf('accountName')}
        data-testid="account-name"
      />
      {route.network?.memo === 1 && (
        <TextField
          label={t('wallet.memo')}
          dir="ltr"
          maxLength={64}
          value={form.memo}
          onValue={(memo) => change({ memo })}
        />
      )}
      <MailCodeField
        email={user?.user.email ?? ''}
        send={() => call('/user/code/send', { scene: 'address', device: deviceSecret() })}
        value={form.code}
        onValue={(code) => change({ code })}
        error={errorOf('code')}
      />
      {bound && <GoogleCodeField value={form.googleCode} onValue={(googleCode) => change({ googleCode })} />}
      <Refusal text={refusal} />
      <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">
        {t('wallet.addAddress')}
      </Button>
    </form>
  );
}
