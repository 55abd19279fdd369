// Slippage of an amount, or the amount that fits a slippage, on both sides of the book.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { type FillCost, costOf, fillLots, fillWithin } from '../../../../chart/depth/depth-fill.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { parseScaled, parseSteps } from '../../../../core/units/units.ts';
import { baseSymbol, quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { UNKNOWN, moneyText } from '../../../stores/market/number-format.ts';
import { Fact } from '../../../ui/fact.tsx';
import { LiveText } from '../../../ui/live-text.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Segmented } from '../../../ui/tabs.tsx';
import type { DepthController } from './depth-controller.ts';
import { averageText, shortLotsText, ppmText } from './depth-text.ts';
import styles from './depth.module.css';

/** The typed quantity: an amount of the base coin, or a maximum slippage in percent. */
type EstimateInput = 'size' | 'slippage';
/** Decimals of a percentage; the smallest step is a millionth. */
const PERCENT_DECIMALS = 4;
const INITIAL_TEXTS: Record<EstimateInput, string> = { size: '1', slippage: '0.1' };

export function DepthEstimate({ controller, instrument }: { controller: DepthController; instrument: Instrument }) {
  const { t } = useTranslation();
  const [given, setGiven] = useState<EstimateInput>('size');
  const [texts, setTexts] = useState(INITIAL_TEXTS);
  const text = texts[given];
  const coin = baseSymbol(instrument.info);
  return (
    <section className={styles.estimate} aria-label={t('depth.estimate')}>
      <Segmented
        choices={[
          { key: 'size', label: t('depth.bySize') },
          { key: 'slippage', label: t('depth.bySlippage') },
        ]}
        value={given}
        onChange={setGiven}
        label={t('depth.estimate')}
      />
      <NumberField
        label={t(given === 'size' ? 'depth.size' : 'depth.most')}
        value={text}
        onValue={(next) => setTexts({ ...texts, [given]: next })}
        decimals={given === 'size' ? instrument.amount.decimals : PERCENT_DECIMALS}
        suffix={given === 'size' ? coin : '%'}
        testId="depth-given"
      />
      <div className={styles.costs}>
        <Cost controller={controller} instrument={instrument} side="asks" given={given} text={text} />
        <Cost controller={controller} instrument={instrument} side="bids" given={given} text={text} />
      </div>
    </section>
  );
}

interface CostProps {
  controller: DepthController;
  instrument: Instrument;
  side: 'asks' | 'bids';
  given: EstimateInput;
  text: string;
}

/** Cost on one side: buyers execute against asks, sellers against bids. */
function Cost({ controller, instrument, side, given, text }: CostProps) {
  const { t } = useTranslation();
  const [coin, quote] = [baseSymbol(instrument.info), quoteSymbol(instrument.info)];
  const cells = useMemo(() => {
    const cost = computed(() =>
      controller.bookVersion.value > 0 ? estimateCost(controller.book[side], instrument, given, text) : null,
    );
    const cell = (write: (cost: FillCost) => string): ReadonlySignal<string> =>
      computed(() => (cost.value ? write(cost.value) : UNKNOWN));
    return {
      first:
        given === 'size'
          ? cell(({ slippagePpm }) => ppmText(slippagePpm))
          : cell(({ lots }) => `${shortLotsText(lots, instrument)} ${coin}`),
      average: cell((known) => averageText(known, instrument)),
      value: cell(({ quoteUnits }) => `${moneyText(quoteUnits)} ${quote}`),
      loss: cell(({ slippageUnits }) => `${moneyText(slippageUnits)} ${quote}`),
      short: computed(() =>
        cost.value?.short ? t('depth.short', { amount: `${shortLotsText(cost.value.lots, instrument)} ${coin}` }) : '',
      ),
    };
  }, [controller, instrument, side, given, text, coin, quote, t]);
  return (
    <dl className={styles.cost} data-side={side} data-testid={`depth-cost-${side}`}>
      <div className={styles.first}>
        <dt>{t(side === 'asks' ? 'trade.buy' : 'trade.sell')}</dt>
        <dd>
          <LiveText text={cells.first} />
        </dd>
      </div>
      <Fact label={t('depth.average')}>
        <LiveText text={cells.average} />
      </Fact>
      <Fact label={t('depth.value')}>
        <LiveText text={cells.value} />
      </Fact>
      <Fact label={t('depth.loss')}>
        <LiveText text={cells.loss} />
      </Fact>
      <div className={styles.short}>
        <LiveText text={cells.short} ltr={false} />
      </div>
    </dl>
  );
}

/** Null for invalid input, or an empty side. */
function estimateCost(
  side: DepthController['book']['asks'],
  instrument: Instrument,
  given: EstimateInput,
  text: string,
): FillCost | null {
  if (given === 'size') {
    const lots = parseSteps(text, instrument.amount);
    const fill = typeof lots === 'number' && Number.isSafeInteger(lots) ? fillLots(side, lots) : null;
    return fill && costOf(side, fill, instrument);
  }
  const ppm = parseScaled(text, PERCENT_DECIMALS);
  const fill = ppm === null || ppm < 0n ? null : fillWithin(side, ppm);
  return fill && costOf(side, fill, instrument);
}
