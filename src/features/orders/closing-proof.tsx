// How a contract came to be closed by the system (rule R16): the reason, and whether its price is what this device
// reckons from the index ticks that came with it.
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { closingFault, closingSchema } from '../../../core/proofs/delisting-settlement.ts';
import { tickE8 } from '../../../core/risk/margin.ts';
import { browserSha256 } from '../../lib/crypto-adapter.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { separate } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './orders.module.css';

/** `mark`: the index never had a price, so there is nothing to reckon. `unable`: the browser has no SHA-256 here. */
type ProofResult = 'checking' | 'holds' | 'fails' | 'mark' | 'unable';

export function ClosingProof({ closing, coinInfoId }: { closing: unknown; coinInfoId: number }) {
  const { t } = useTranslation();
  const result = useProofResult(closing, coinInfoId);
  const read = v.safeParse(closingSchema, closing);
  const { price, ticks } = read.success ? read.output : { price: '', ticks: [] };
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('order.closing')}</h2>
      <div className={styles.closing} data-testid="closing-proof" data-verdict={result}>
        {read.success && <p>{t(`order.closing.${read.output.reason}`)}</p>}
        <p className={styles.verdict} role="status">
          {result === 'holds' && <Icon name="shield" size={18} />}
          {result === 'fails' && <Icon name="warning" size={18} />}
          <span>{t(`order.closing.${result}`, { price: separate(price), ticks: ticks.length })}</span>
        </p>
      </div>
    </section>
  );
}

function useProofResult(closing: unknown, coinInfoId: number): ProofResult {
  const [result, setResult] = useState<ProofResult>('checking');
  useEffect(() => {
    let off = false;
    const notify = (found: ProofResult): void => {
      if (!off) setResult(found);
    };
    resultOf(closing, coinInfoId).then(notify, (cause: unknown) => {
      console.error('a closing could not be reckoned again', cause);
      notify('unable');
    });
    return () => {
      off = true;
    };
  }, [closing, coinInfoId]);
  return result;
}

async function resultOf(closing: unknown, coinInfoId: number): Promise<ProofResult> {
  const read = v.safeParse(closingSchema, closing);
  if (read.success && read.output.ticks.length === 0) return 'mark';
  const [sha256, instrument] = [browserSha256(), instrumentById(coinInfoId)];
  if (sha256 === null || instrument === undefined) return 'unable';
  return (await closingFault(closing, coinInfoId, tickE8(instrument.price), sha256)) === null ? 'holds' : 'fails';
}
