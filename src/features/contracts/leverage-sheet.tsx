// The sheet with the leverage of an order: a slider, and what the chosen one risks.
import { type CSSProperties, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { OrderRows } from '../../components/order-review/order-rows.tsx';
import fields from '../../components/ticket/ticket-fields.module.css';
import { useTranslation } from '../../locales/use-translation.ts';
import { UNKNOWN } from '../../stores/market/number-format.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { scaledPriceText } from './contract-figures.ts';
import { liquidationAt } from './contract-ticket.ts';
import styles from './contracts.module.css';
import type { ContractTicket } from './use-contract-ticket.ts';

/** From this leverage on the sheet warns: about 2 % against the position liquidate it. */
const WARN_FROM = 50;

export interface LeverageProps {
  instrument: Instrument;
  ticket: ContractTicket;
  open: boolean;
  onClose: () => void;
}

export function LeverageSheet({ open, ...form }: LeverageProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={form.onClose} title={t('contracts.multiple')} closeLabel={t('app.close')}>
      <LeverageForm {...form} />
    </Sheet>
  );
}

function LeverageForm({ instrument, ticket, onClose }: Omit<LeverageProps, 'open'>) {
  const { t } = useTranslation();
  const { draft, leverages, edit, terms, context } = ticket;
  const [leverage, setLeverage] = useState(draft.leverage);
  const at = Math.max(0, leverages.indexOf(leverage));
  const last = leverages.length - 1;
  const liquidation = liquidationAt(instrument, terms, { ...draft, leverage }, context().lastTicks);
  const liq =
    liquidation === null
      ? UNKNOWN
      : liquidation.priceE8 === null
        ? t('contracts.noLiq')
        : scaledPriceText(liquidation.priceE8, instrument);
  return (
    <div className={styles.sheet}>
      <p className={styles.leverageNow}>{leverage}x</p>
      <input
        type="range"
        className={fields.slider}
        style={{ '--share': `${last > 0 ? (at * 100) / last : 0}%` } as CSSProperties}
        min={0}
        max={last}
        step={1}
        value={at}
        aria-label={t('contracts.multiple')}
        aria-valuetext={`${leverage}x`}
        data-testid="leverage-slider"
        onChange={(event) => setLeverage(leverages[Number(event.currentTarget.value)] ?? leverage)}
      />
      <div className={styles.leverages} role="radiogroup" aria-label={t('contracts.multiple')}>
        {leverages.map((one) => (
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === leverage}
            className={styles.leverage}
            onClick={() => setLeverage(one)}
          >
            {one}x
          </button>
        ))}
      </div>
      <OrderRows
        rows={[
          { key: 'liq', label: t('contracts.liq'), text: liq },
          { key: 'distance', label: t('contracts.liqDistance'), text: liquidation?.distance ?? UNKNOWN },
        ]}
      />
      {/* Its height is reserved: nothing moves under the thumb on the slider. */}
      <p className={leverage >= WARN_FROM ? styles.leverageRisk : styles.leverageText} role="status">
        {leverage >= WARN_FROM
          ? t('contracts.leverageRisk', { multiple: leverage, distance: liquidation?.distance ?? UNKNOWN })
          : t('contracts.multipleText')}
      </p>
      <Button
        kind="primary"
        wide
        onClick={() => {
          edit({ leverage });
          onClose();
        }}
        data-testid="use-leverage"
      >
        {t('contracts.useLeverage', { multiple: leverage })}
      </Button>
    </div>
  );
}
