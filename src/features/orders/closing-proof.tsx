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
type Verdict = 'checking' | 'holds' | 'fails' | 'mark' | 'unable';

export function ClosingProof({ closing, coinInfoId }: { closing: unknown; coinInfoId: number }) {
  const { t } = useTranslation();
  const verdict = useVerdict(closing, coinInfoId);
  const read = v.safeParse(closingSchema, closing);
  const { price, ticks } = read.success ? read.output : { price: '', ticks: [] };
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('order.closing')}</h2>
      <div className={styles.closing} data-testid="closing-proof" data-verdict={verdict}>
        {read.success && <p>{t(`order.closing.${read.output.reason}`)}</p>}
        <p className={styles.verdict} role="status">
          {verdict === 'holds' && <Icon name="shield" size={18} />}
          {verdict === 'fails' && <Icon name="warning" size={18} />}
          <span>{t(`order.closing.${verdict}`, { price: separate(price), ticks: ticks.length })}</span>
        </p>
      </div>
    </section>
  );
}

function useVerdict(closing: unknown, coinInfoId: number): Verdict {
  const [verdict, setVerdict] = useState<Verdict>('checking');
  useEffect(() => {
    let off = false;
    const tell = (found: Verdict): void => {
      if (!off) setVerdict(found);
    };
    verdictOn(closing, coinInfoId).then(tell, (cause: unknown) => {
      console.error('a closing could not be reckoned again', cause);
      tell('unable');
    });
    return () => {
      off = true;
    };
  }, [closing, coinInfoId]);
  return verdict;
}

async function verdictOn(closing: unknown, coinInfoId: number): Promise<Verdict> {
  const read = v.safeParse(closingSchema, closing);
  if (read.success && read.output.ticks.length === 0) return 'mark';
  const [sha256, instrument] = [browserSha256(), instrumentById(coinInfoId)];
  if (sha256 === null || instrument === undefined) return 'unable';
  return (await closingFault(closing, coinInfoId, tickE8(instrument.price), sha256)) === null ? 'holds' : 'fails';
}
