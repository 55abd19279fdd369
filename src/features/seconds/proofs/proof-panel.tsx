// Result of verifying a settlement on this device: each step, and a report for customer service.
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { QueryBlock } from '../../../components/common/async-states.tsx';
import { browserCrypto } from '../../../lib/crypto-adapter.ts';
import { CopyButton } from '../../../components/common/copy-button.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { useQuery } from '../../../hooks/use-query.ts';
import { type Translate, useTranslation } from '../../../locales/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { priceText } from '../../../stores/market/figures.ts';
import { moneyText } from '../../../stores/market/number-format.ts';
import { type ProofCheck, type ProofFile, type StepResult, checkProofFile, parseKeys } from './proof-check.ts';
import styles from './proof.module.css';

/** `unable`: the browser lacks the algorithms. `noKeys`: the exchange publishes no keys. */
type CheckOutcome = ProofCheck | 'unable' | 'noKeys';
const MARKS: Record<StepResult['state'], IconName> = { ok: 'check', bad: 'close', open: 'minus' };

export function ProofPanel({ file }: { file: ProofFile }) {
  const query = useQuery('/common/prop', { keys: 'publicKeys' });
  return (
    <QueryBlock query={query} rows={6}>
      {(props) => <ProofCheckResult file={file} published={props['publicKeys']} />}
    </QueryBlock>
  );
}

function ProofCheckResult({ file, published }: { file: ProofFile; published: unknown }) {
  const { t } = useTranslation();
  const outcome = useProofCheck(file, published);
  if (outcome === null) return <SkeletonRows rows={6} />;
  if (outcome === 'unable')
    return <NoticeCard title={t('proof.unable')} text={t('proof.unableText')} action={<SaveButton file={file} />} />;
  if (outcome === 'noKeys')
    return <NoticeCard title={t('proof.noKeys')} text={t('proof.noKeysText')} action={<SaveButton file={file} />} />;
  const { result, steps } = outcome;
  return (
    <div className={styles.panel}>
      <p className={styles.result} data-ok={result.ok} role="status" data-testid="verdict">
        <Icon name={result.ok ? 'shield' : 'warning'} /> {t(result.ok ? 'proof.holds' : 'proof.fails')}
      </p>
      <ol className={styles.steps}>
        {steps.map(({ step, state }) => (
          <li key={step} data-state={state} data-testid={`step-${step}`}>
            <span className={styles.mark}>
              <Icon name={MARKS[state]} size={18} />
            </span>
            <span>
              <b>{t(`proof.step.${step}`)}</b>
              <small>{state === 'open' ? t('proof.notReached') : t(`proof.text.${step}`)}</small>
            </span>
          </li>
        ))}
      </ol>
      {!result.ok && <FailureReport file={file} why={t(`proof.step.${result.why}`)} t={t} />}
      <ProofFigures file={file} />
      <SaveButton file={file} />
    </div>
  );
}

function useProofCheck(file: ProofFile, published: unknown): CheckOutcome | null {
  const [outcome, setOutcome] = useState<{ file: ProofFile; outcome: CheckOutcome } | null>(null);
  const keys = useMemo(() => parseKeys(published), [published]);
  useEffect(() => {
    let unmounted = false;
    const check = async (): Promise<CheckOutcome> => {
      if (keys === null) return 'noKeys';
      const ports = await browserCrypto();
      return ports === null ? 'unable' : checkProofFile(file, keys, ports);
    };
    check()
      .then((done) => {
        if (!unmounted) setOutcome({ file, outcome: done });
      })
      .catch((cause: unknown) => {
        console.error('proof check failed', cause);
        if (!unmounted) setOutcome({ file, outcome: 'unable' });
      });
    return () => {
      unmounted = true;
    };
  }, [file, keys]);
  return outcome?.file === file ? outcome.outcome : null;
}

/** The report that customer service needs. */
function FailureReport({ file, why, t }: { file: ProofFile; why: string; t: Translate }) {
  const report = JSON.stringify({
    orderNum: file.order.orderNum,
    step: why,
    keyId: file.proof.keyId,
    orderHash: file.proof.orderHash,
    strike: file.proof.strike.seq,
    exit: file.proof.exit.seq,
  });
  return (
    <div className={styles.report}>
      <p>{t('proof.send')}</p>
      <code className="num">{report}</code>
      <span className={styles.row}>
        <CopyButton text={report} label={t('proof.copy')} />
        <Link className={styles.link} to="/pages/user/service">
          {t('menu.chat')}
        </Link>
      </span>
    </div>
  );
}

function ProofFigures({ file: { order, proof } }: { file: ProofFile }) {
  const { t } = useTranslation();
  const rows: [string, string][] = [
    [t('seconds.orderNum'), order.orderNum],
    [t('seconds.strike'), `${priceText(order.strikePrice, order.coinInfoId)} (#${proof.strike.seq})`],
    [t('seconds.execution'), `${priceText(order.executionPrice, order.coinInfoId)} (#${proof.exit.seq})`],
    [t('seconds.payout'), moneyText(order.payout)],
    [t('proof.hash'), proof.orderHash],
    [t('proof.key'), proof.keyId],
    [t('proof.roots'), [...new Set(proof.covers.map(({ anchor }) => anchor.root))].join(' ')],
  ];
  return (
    <dl className={`facts ${styles.figures}`}>
      {rows.map(([name, value]) => (
        <Fact key={name} label={name} className="num">
          {value}
        </Fact>
      ))}
    </dl>
  );
}

function SaveButton({ file }: { file: ProofFile }) {
  const { t } = useTranslation();
  return (
    <Button
      wide
      onClick={() => saveFile(`proof-${file.order.orderNum}.json`, JSON.stringify(file, null, 1), 'application/json')}
      data-testid="save-proof"
    >
      {t('proof.save')}
    </Button>
  );
}
