// Cost, margin, liquidation and break-even price of the contract order being typed.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import type { RiskTerms } from '../../../core/risk/margin-tiers.ts';
import { type Units, printMoney, printScaled } from '../../../core/units/units.ts';
import styles from '../../components/ticket/trading-layout.module.css';
import { FillRows } from '../../components/ticket/order-ticket.tsx';
import { quoteSymbol } from '../../components/market/pair-symbols.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { type ContractTicketDraft, preview } from './contract-ticket.ts';
import own from './contracts.module.css';
import type { ContractTicket } from './use-contract-ticket.ts';

const FIGURES = ['available', 'margin', 'cost', 'fee', 'liq', 'breakEven'] as const;
type FigureName = (typeof FIGURES)[number];

export function ContractTicketFigures({
  instrument,
  ticket: { terms, draft, fill, context },
}: {
  instrument: Instrument;
  ticket: ContractTicket;
}) {
  const { t } = useTranslation();
  const { info } = instrument;
  const texts = useMemo(
    () => figureTexts(instrument, terms, draft, t('contracts.noLiq')),
    [instrument, terms, draft, t],
  );
  return (
    <>
      <dl className={styles.figures}>
        {draft.orderType === 'market' && (
          <FillRows
            instrument={instrument}
            side={draft.direction === 'long' ? 'buy' : 'sell'}
            fill={fill}
            reference={() => context().markTicks || context().lastTicks}
          />
        )}
        {FIGURES.map((row) => (
          <div key={row}>
            <dt>{t(`contracts.${row}`)}</dt>
            <dd data-testid={`contract-${row}`}>
              <LiveText text={texts[row]} />
            </dd>
          </div>
        ))}
      </dl>
      {info.settleRate !== undefined && (
        <p className={own.hint}>{t('contracts.settles', { coin: quoteSymbol(info), rate: info.settleRate })}</p>
      )}
    </>
  );
}

function figureTexts(
  instrument: Instrument,
  terms: RiskTerms,
  draft: ContractTicketDraft,
  noLiquidationText: string,
): Record<FigureName, ReadonlySignal<string>> {
  const { lastTicks } = tickerOf(instrument.info.id);
  // A limit order's figures do not depend on the last price and do not subscribe to it.
  const expected = computed(() =>
    preview(instrument, terms, draft, draft.orderType === 'market' ? lastTicks.value || 0 : 0),
  );
  const money = (units: Units | undefined): string =>
    units === undefined ? UNKNOWN : `${separate(printScaled(units / 1_000_000n, 2))} USDT`;
  const price = (e8: bigint): string => separate(priceText(e8, instrument));
  return {
    available: computed(() =>
      isLoggedIn.value ? `${separate(printMoney(availableUnits(USDT_ID, 'contract')))} USDT` : UNKNOWN,
    ),
    margin: computed(() => money(expected.value?.cost.marginUnits)),
    cost: computed(() => money(expected.value?.cost.totalUnits)),
    fee: computed(() => money(expected.value?.cost.openFeeUnits)),
    liq: computed(() =>
      expected.value ? (expected.value.liqE8 === null ? noLiquidationText : price(expected.value.liqE8)) : UNKNOWN,
    ),
    breakEven: computed(() => (expected.value ? price(expected.value.breakEvenE8) : UNKNOWN)),
  };
}

/** A price in 1e-8, cut to the decimals of its market. */
function priceText(e8: bigint, { price }: Instrument): string {
  return printScaled(e8 / 10n ** BigInt(8 - price.decimals), price.decimals);
}
