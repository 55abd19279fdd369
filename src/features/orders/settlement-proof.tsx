// Proof of a forced settlement (rule R16).
// Its reason, and whether its price follows from the index ticks.
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { closingFault, closingSchema } from '../../../core/proofs/delisting-settlement.ts';
import { tickE8 } from '../../../core/risk/margin.ts';
import { browserSha256 } from '../../lib/crypto-adapter.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { priceText } from '../../stores/market/figures.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './orders.module.css';

/** `mark`: the index had no price, so there is nothing to verify. `unable`: no SHA-256 in this browser. */
type SettlementCheck = 'checking' | 'holds' | 'fails' | 'mark' | 'unable';

export function SettlementProof({ closing, coinInfoId }: { closing: unknown; coinInfoId: number }) {
  const { t } = useTranslation();
  const result = useSettlementCheck(closing, coinInfoId);
  const read = v.safeParse(closingSchema, closing);
  const { price, ticks } = read.success ? read.output : { price: '', ticks: [] };
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('order.closing')}</h2>
      <div className={styles.settlement} data-testid="closing-proof" data-result={result}>
        {read.success && <p>{t(`order.closing.${read.output.reason}`)}</p>}
        <p className={styles.proofResult} role="status">
          {result === 'holds' && <Icon name="shield" size={18} />}
          {result === 'fails' && <Icon name="warning" size={18} />}
          <span>{t(`order.closing.${result}`, { price: priceText(price, coinInfoId), ticks: ticks.length })}</span>
        </p>
      </div>
    </section>
  );
}

function useSettlementCheck(closing: unknown, coinInfoId: number): SettlementCheck {
  const [result, setResult] = useState<SettlementCheck>('checking');
  useEffect(() => {
    let cancelled = false;
    const show = (found: SettlementCheck): void => {
      if (!cancelled) setResult(found);
    };
    checkSettlement(closing, coinInfoId).then(show, (cause: unknown) => {
      console.error('settlement check failed', cause);
      show('unable');
    });
    return () => {
      cancelled = true;
    };
  }, [closing, coinInfoId]);
  return result;
}

async function checkSettlement(closing: unknown, coinInfoId: number): Promise<SettlementCheck> {
  const read = v.safeParse(closingSchema, closing);
  if (read.success && read.output.ticks.length === 0) return 'mark';
  const [sha256, instrument] = [browserSha256(), instrumentById(coinInfoId)];
  if (sha256 === null || instrument === undefined) return 'unable';
  return (await closingFault(closing, coinInfoId, tickE8(instrument.price), sha256)) === null ? 'holds' : 'fails';
}
