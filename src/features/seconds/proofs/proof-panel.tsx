// The verdict on a settlement, taken on this device: each step, what it comes to, and what to send when something does
// not fit.
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { AnswerBlock } from '../../../components/common/async-states.tsx';
import { browserCrypto } from '../../../lib/crypto-adapter.ts';
import { CopyButton } from '../../../components/common/copy-button.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { useQuery } from '../../../hooks/use-query.ts';
import { type Translate, useTranslation } from '../../../locales/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { type Checked, type ProofFile, type StepSeen, checkFile, readKeys } from './proof-check.ts';
import { priceText, wireMoney } from '../seconds-text.ts';
import styles from './proof.module.css';

/** `unable`: the browser lacks what is needed. `noKeys`: the exchange names none. */
type Found = Checked | 'unable' | 'noKeys';
const MARKS: Record<StepSeen['state'], IconName> = { ok: 'check', bad: 'close', open: 'minus' };

export function ProofPanel({ file }: { file: ProofFile }) {
  const asked = useQuery('/common/prop', { keys: 'publicKeys' });
  return (
    <AnswerBlock asked={asked} rows={6}>
      {(props) => <ProofResult file={file} published={props['publicKeys']} />}
    </AnswerBlock>
  );
}

function ProofResult({ file, published }: { file: ProofFile; published: unknown }) {
  const { t } = useTranslation();
  const found = useChecked(file, published);
  if (found === null) return <SkeletonRows rows={6} />;
  if (found === 'unable')
    return <NoticeCard title={t('proof.unable')} text={t('proof.unableText')} action={<SaveButton file={file} />} />;
  if (found === 'noKeys')
    return <NoticeCard title={t('proof.noKeys')} text={t('proof.noKeysText')} action={<SaveButton file={file} />} />;
  const { result, steps } = found;
  return (
    <div className={styles.panel}>
      <p className={styles.verdict} data-ok={result.ok} role="status" data-testid="verdict">
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
      {!result.ok && <Complaint file={file} why={t(`proof.step.${result.why}`)} t={t} />}
      <ProofFigures file={file} />
      <SaveButton file={file} />
    </div>
  );
}

function useChecked(file: ProofFile, published: unknown): Found | null {
  const [found, setFound] = useState<{ file: ProofFile; found: Found } | null>(null);
  const keys = useMemo(() => readKeys(published), [published]);
  useEffect(() => {
    let off = false;
    const check = async (): Promise<Found> => {
      if (keys === null) return 'noKeys';
      const ports = await browserCrypto();
      return ports === null ? 'unable' : checkFile(file, keys, ports);
    };
    check()
      .then((done) => {
        if (!off) setFound({ file, found: done });
      })
      .catch((cause: unknown) => {
        console.error('a proof could not be checked', cause);
        if (!off) setFound({ file, found: 'unable' });
      });
    return () => {
      off = true;
    };
  }, [file, keys]);
  return found?.file === file ? found.found : null;
}

/** What helps customer service find out. */
function Complaint({ file, why, t }: { file: ProofFile; why: string; t: Translate }) {
  const report = JSON.stringify({
    orderNum: file.order.orderNum,
    step: why,
    keyId: file.proof.keyId,
    orderHash: file.proof.orderHash,
    strike: file.proof.strike.seq,
    exit: file.proof.exit.seq,
  });
  return (
    <div className={styles.complaint}>
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
    [t('seconds.payout'), wireMoney(order.payout)],
    [t('proof.hash'), proof.orderHash],
    [t('proof.key'), proof.keyId],
    [t('proof.roots'), [...new Set(proof.covers.map(({ anchor }) => anchor.root))].join(' ')],
  ];
  return (
    <dl className={styles.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
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
