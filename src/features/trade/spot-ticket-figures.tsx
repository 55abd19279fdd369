// Available balance, value and fee of the spot order being typed.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type Units, printMoney, printScaled } from '../../../core/units/units.ts';
import { FillRows } from '../../components/ticket/order-ticket.tsx';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { type SpotTicketDraft, estimate } from './spot-ticket.ts';
import type { SpotTicket } from './use-spot-ticket.ts';
import styles from '../../components/ticket/trading-layout.module.css';

/** Decimals of a value in the quote coin; further ones are cut, it is an estimate. */
const VALUE_DECIMALS = 2;

export function SpotTicketFigures({
  instrument,
  ticket: { draft, fill, context },
}: {
  instrument: Instrument;
  ticket: SpotTicket;
}) {
  const { t } = useTranslation();
  const { info } = instrument;
  const quote = quoteSymbol(info);
  const texts = useMemo(() => figureTexts(instrument, draft, quote), [instrument, draft, quote]);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('trade.available')}</dt>
        <dd data-testid="ticket-available">
          <LiveText text={texts.available} />
        </dd>
      </div>
      {draft.orderType === 'market' && (
        <FillRows instrument={instrument} side={draft.side} fill={fill} reference={() => context().referenceTicks} />
      )}
      <div>
        <dt>{t(draft.orderType === 'market' ? 'trade.estimatedValue' : 'trade.value')}</dt>
        <dd>
          <LiveText text={texts.value} />
        </dd>
      </div>
      <div>
        <dt>{t('trade.fee')}</dt>
        <dd>
          <LiveText text={texts.fee} />
        </dd>
      </div>
    </dl>
  );
}

function figureTexts(
  instrument: Instrument,
  draft: SpotTicketDraft,
  quote: string,
): Record<'available' | 'value' | 'fee', ReadonlySignal<string>> {
  const { info } = instrument;
  const selling = draft.side === 'sell';
  const base = baseSymbol(info);
  const { lastTicks } = tickerOf(info.id);
  // A limit order's figures do not depend on the last price and do not subscribe to it.
  const expected = computed(() => estimate(instrument, draft, draft.orderType === 'market' ? lastTicks.value || 0 : 0));
  return {
    available: computed(() =>
      isLoggedIn.value
        ? `${separate(printMoney(availableUnits(selling ? info.id : info.quoteCoinId)))} ${selling ? base : quote}`
        : UNKNOWN,
    ),
    value: computed(() => (expected.value ? `${centsText(expected.value.valueUnits)} ${quote}` : UNKNOWN)),
    fee: computed(() =>
      expected.value
        ? `${printMoney(expected.value.feeUnits)} ${expected.value.feeCoin === 'base' ? base : quote}`
        : UNKNOWN,
    ),
  };
}

function centsText(units: Units): string {
  return separate(printScaled(units / 10n ** BigInt(8 - VALUE_DECIMALS), VALUE_DECIMALS));
}
