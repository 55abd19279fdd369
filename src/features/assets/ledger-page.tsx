// "Verify my balance": fetches the balance proof, checks it on this device and shows the result.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { BalanceProof } from '../../../core/proofs/balance-proof.ts';
import { read } from '../../api/read.ts';
import { FigureText } from '../../components/common/figure-text.tsx';
import { FailedCard, LoginCard } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { browserCrypto } from '../../lib/crypto-adapter.ts';
import { saveFile } from '../../lib/save-file.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { coinFigure } from '../../stores/market/figures.ts';
import { instruments } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { separate } from '../../stores/market/number-format.ts';
import { type BalanceFault, checkBalanceProof } from './balance-proof-check.ts';
import styles from './ledger.module.css';

type CheckState =
  | { kind: 'idle' }
  | { kind: 'busy' }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'noTools' }
  | { kind: 'none' }
  | { kind: 'good'; proof: BalanceProof; signed: boolean }
  | { kind: 'bad'; why: BalanceFault; given: unknown };

export function LedgerPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.ledger')} />
      <main className={`column ${styles.page}`}>
        <p className={styles.hint}>{t('ledger.text')}</p>
        {loggedIn ? (
          <BalanceCheckForm />
        ) : (
          <LoginCard
            text={t('ledger.text')}
            back="/pages/proof/ledger"
            example={[
              [t('ledger.mine'), `${separate('10000')} USDT`],
              [t('ledger.people'), separate('1024')],
              [t('ledger.steps'), '10'],
            ]}
          />
        )}
      </main>
    </>
  );
}

async function runCheck(): Promise<CheckState> {
  const ports = await browserCrypto();
  if (!ports) return { kind: 'noTools' };
  const [{ user }, { proof }, props] = await Promise.all([
    read('/user/info', {}),
    read('/coin/assets', { proof: 1 }),
    read('/common/prop', { keys: 'balanceRoots,publicKeys' }),
  ]);
  if (!proof) return { kind: 'none' };
  const finding = await checkBalanceProof(proof, user.id, props, ports);
  return finding.ok
    ? { kind: 'good', proof: finding.proof, signed: finding.signed }
    : { kind: 'bad', why: finding.why, given: proof };
}

function BalanceCheckForm() {
  const { t } = useTranslation();
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  const check = (): void => {
    setState({ kind: 'busy' });
    runCheck().then(setState, (failure: unknown) => setState({ kind: 'failed', failure }));
  };
  return (
    <>
      <div role="status">
        {state.kind === 'good' && <VerifiedResult proof={state.proof} signed={state.signed} />}
        {state.kind === 'bad' && <FailedResult why={state.why} given={state.given} />}
        {state.kind === 'none' && <NoticeCard title={t('ledger.none')} text={t('ledger.noneText')} />}
        {state.kind === 'noTools' && <NoticeCard title={t('ledger.noTools')} text={t('ledger.noToolsText')} />}
      </div>
      {state.kind === 'failed' && <FailedCard failure={state.failure} onRetry={check} />}
      {state.kind !== 'failed' && (
        <Button
          kind={state.kind === 'idle' ? 'primary' : 'quiet'}
          wide
          busy={state.kind === 'busy'}
          onClick={check}
          data-testid="verify"
        >
          {t(state.kind === 'idle' || state.kind === 'busy' ? 'ledger.verify' : 'ledger.again')}
        </Button>
      )}
    </>
  );
}

function VerifiedResult({ proof, signed }: { proof: BalanceProof; signed: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <section className={styles.result} data-good="">
        <Icon name="shield" size={32} />
        <div>
          <h2>{t('ledger.good')}</h2>
          <p>{t(signed ? 'ledger.goodText' : 'ledger.unsignedText')}</p>
        </div>
      </section>
      <dl className="facts">
        <Fact label={t('ledger.when')} className="num">
          {dateTimeText(proof.ts)}
        </Fact>
        <Fact label={t('ledger.people')} className="num">
          {proof.count}
        </Fact>
        <Fact label={t('ledger.steps')} className="num">
          {proof.path.length}
        </Fact>
        <Fact label={t('ledger.root')} className={`num ${styles.hash}`}>
          {proof.root.hash}
        </Fact>
      </dl>
      <CoinSums title={t('ledger.mine')} sums={proof.sums} />
      <CoinSums title={t('ledger.everybody')} sums={proof.root.sums} />
      <Button small onClick={() => saveFile('balance-proof.json', JSON.stringify(proof, null, 2), 'application/json')}>
        {t('ledger.save')}
      </Button>
    </>
  );
}

function CoinSums({ title, sums }: { title: string; sums: BalanceProof['sums'] }) {
  const coins = useSignalValue(instruments);
  return (
    <section>
      <h2 className={styles.head}>{title}</h2>
      <dl className="facts">
        {sums.map(({ coinInfoId, amount }) => (
          <Fact key={coinInfoId} label={coins.get(coinInfoId)?.info.symbol ?? `#${coinInfoId}`}>
            <FigureText figure={coinFigure(amount, coinInfoId)} />
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function FailedResult({ why, given }: { why: BalanceFault; given: unknown }) {
  const { t } = useTranslation();
  return (
    <section className={styles.result} data-bad="">
      <Icon name="warning" size={32} />
      <div>
        <h2>{t('ledger.bad')}</h2>
        <p>{t(`ledger.why.${why}`)}</p>
        <p>{t('ledger.badText')}</p>
        <Button
          small
          onClick={() => saveFile('balance-proof.json', JSON.stringify(given, null, 2), 'application/json')}
        >
          {t('ledger.save')}
        </Button>
      </div>
    </section>
  );
}
