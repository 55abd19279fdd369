// Deposits: address, minimum and confirmations, and an application for a missing deposit.
import { useRef, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { CoinInfo, CoinNetwork } from '../../../core/instruments/instrument.ts';
import type { DepositAddress } from '../../../core/orders/fund-order.ts';
import { call } from '../../api/call.ts';
import { QueryBlock, LoginCard } from '../../components/common/async-states.tsx';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { PictureField } from '../../components/account/picture-field.tsx';
import { QrImage } from '../../components/common/qr-image.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { separate } from '../../stores/market/number-format.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Disclosure } from '../../ui/fields/disclosure.tsx';
import { Working } from '../../ui/fields/working.tsx';
import { FundList } from './fund-list.tsx';
import { RouteFields } from './route-fields.tsx';
import { useFundRoute } from './use-fund-route.ts';
import styles from './wallet.module.css';

export function RechargePage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.recharge')} />
      <main className="column">
        {loggedIn ? (
          <DepositForm />
        ) : (
          <LoginCard
            text={t('wallet.thirtyMinutes')}
            back="/pages/wallet/recharge"
            example={[
              [t('wallet.coin'), 'USDT'],
              [t('wallet.network'), 'Tron (TRC20)'],
              [t('wallet.least'), '10 USDT'],
              [t('wallet.confirmations'), '20'],
            ]}
          />
        )}
      </main>
    </>
  );
}

function DepositForm() {
  const { t } = useTranslation();
  const route = useFundRoute('in');
  const { coin, network } = route;
  const [reloads, setReloads] = useState(0);
  const [generating, setGenerating] = useState(false);
  /** Set at once: a second press may come before React has rendered `generating`. */
  const sending = useRef(false);
  const query = useQuery(
    '/coin/recharge/address',
    coin && network ? { coinInfoId: coin.id, chain: network.chain } : null,
    reloads,
  );
  if (!coin || !network) return <SkeletonRows rows={5} />;
  const generateAddress = (): void => {
    if (sending.current) return;
    sending.current = true;
    setGenerating(true);
    const route = { coinInfoId: coin.id, chain: network.chain };
    call('/coin/recharge/address/generate', route)
      .catch(async (cause: unknown) => {
        // It may be made: the answer was lost, or the browser itself sent the call again after that.
        const found = await call('/coin/recharge/address', route).catch(() => null);
        if (!found || found.address === query.answer?.address) showToast(errorText(cause, t), 'error');
      })
      .finally(() => {
        setReloads((before) => before + 1);
        sending.current = false;
        setGenerating(false);
      });
  };
  return (
    <>
      <RouteFields route={route} />
      <QueryBlock query={query}>
        {(address) =>
          address.exists === 0 ? (
            <Button kind="primary" wide busy={generating} onClick={generateAddress} data-testid="generate">
              {t('wallet.makeAddress')}
            </Button>
          ) : (
            <>
              <AddressCard address={address} coin={coin} network={network} busy={generating} onNew={generateAddress} />
              <MissingDepositForm
                key={`${coin.id} ${network.chain}`}
                address={address.address}
                coin={coin}
                network={network}
                onDone={() => setReloads(reloads + 1)}
              />
            </>
          )
        }
      </QueryBlock>
      {(query.answer ?? query.failure) !== null && <FundList path="/coin/recharge/order" revision={reloads} />}
    </>
  );
}

function AddressCard({
  address,
  coin,
  network,
  busy,
  onNew,
}: {
  address: DepositAddress;
  coin: CoinInfo;
  network: CoinNetwork;
  busy: boolean;
  onNew: () => void;
}) {
  const { t } = useTranslation();
  return (
    <section className={`card ${styles.card}`}>
      {address.simulated === 1 && (
        <p className={`warned ${styles.warn}`} role="note">
          {t('wallet.simulated')}
        </p>
      )}
      <QrImage text={address.address} label={t('wallet.addressOf', { coin: coin.symbol, network: network.name })} />
      <p className={styles.address}>
        <code className="num" data-testid="address">
          {address.address}
        </code>
      </p>
      <p className={styles.row}>
        <CopyButton text={address.address} of={t('wallet.address')} />
        <Button small busy={busy} onClick={onNew}>
          {t('wallet.newAddress')}
        </Button>
      </p>
      {address.memo !== '' && (
        <p className={`warned ${styles.warn}`}>
          {t('wallet.memo')}: <code className="num">{address.memo}</code>{' '}
          <CopyButton text={address.memo} of={t('wallet.memo')} />
        </p>
      )}
      <dl className={`facts ${styles.bare}`}>
        <Fact label={t('wallet.least')} className="num">
          {separate(address.minRecharge)} {coin.symbol}
        </Fact>
        <Fact label={t('wallet.confirmations')} className="num">
          {address.confirmations}
        </Fact>
      </dl>
      <p className="hint">
        {t('wallet.onlyThis', { coin: coin.symbol, network: network.name })} {t('wallet.thirtyMinutes')}
      </p>
    </section>
  );
}

/** Application for a deposit that did not arrive, with amount and payment screenshot. */
function MissingDepositForm({
  address,
  coin,
  network,
  onDone,
}: {
  address: string;
  coin: CoinInfo;
  network: CoinNetwork;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState('');
  const [img, setImg] = useState('');
  const { busy, keyOf, mutate } = useMutation('deposit');
  const send = async (): Promise<void> => {
    const form = { coinInfoId: coin.id, chain: network.chain, address, amount: completeNumber(amount), img };
    const answer = await mutate((options) => call('/coin/recharge/add', { ...form, clientNo: keyOf(form) }, options));
    if (answer === null) return;
    // What is filled in meanwhile is another application.
    setAmount((now) => (now === amount ? '' : now));
    setImg((now) => (now === img ? '' : now));
    showToast(t('app.submitted'), 'success');
    onDone();
  };
  const missing = amount === '' ? t('wallet.needAmount') : img === '' ? t('wallet.needPicture') : null;
  return (
    <Disclosure summary={t('wallet.apply')} className={`card ${styles.card}`}>
      <div className={styles.form}>
        <NumberField
          label={t('wallet.amount')}
          value={amount}
          onValue={setAmount}
          suffix={coin.symbol}
          testId="apply-amount"
        />
        <PictureField label={t('wallet.screenshot')} value={img} onValue={setImg} />
        <Working busy={busy} label={t('wallet.submit')}>
          <Button
            kind="primary"
            wide
            busy={busy}
            disabled={missing !== null}
            onClick={() => void send()}
            data-testid="apply"
          >
            {missing ?? t('wallet.submit')}
          </Button>
        </Working>
      </div>
    </Disclosure>
  );
}
