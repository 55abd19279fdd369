// Position and profit of a practice as text nodes: they change with every trade that is played.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useMemo } from 'react';
import { type Units, printSteps } from '../../../../core/units/units.ts';
import type { PracticeState } from '../../../../core/worker-protocol/practice-protocol.ts';
import { quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { UNKNOWN, separate } from '../../../stores/market/number-format.ts';
import { Fact } from '../../../ui/fact.tsx';
import { LiveText } from '../../../ui/live-text.tsx';
import type { PracticeController } from './practice-controller.ts';
import { averageTicks, lotsText, centsText, signedCentsText } from './practice-text.ts';
import styles from './practice.module.css';

export function PracticeFigures({ practice }: { practice: PracticeController }) {
  const { t } = useTranslation();
  const rows = useMemo(() => {
    const { instrument, state } = practice;
    const text = (write: (now: PracticeState) => string): ReadonlySignal<string> =>
      computed(() => (state.value ? write(state.value) : UNKNOWN));
    const money = (of: (now: PracticeState) => Units) => ({
      text: text((now) => signedCentsText(of(now))),
      tone: computed(() => Math.sign(Number(state.value ? of(state.value) : 0n))),
    });
    const average = text((now) => {
      const ticks = averageTicks(now, instrument);
      return ticks === null ? UNKNOWN : separate(printSteps(ticks, instrument.price));
    });
    return [
      { key: 'practice.position', text: text((now) => lotsText(now.positionLots, instrument)), tone: undefined },
      { key: 'practice.average', text: average, tone: undefined },
      { key: 'practice.open', ...money(({ openUnits }) => openUnits) },
      { key: 'practice.realised', ...money(({ realisedUnits }) => realisedUnits) },
      { key: 'practice.fees', text: text(({ feeUnits }) => centsText(feeUnits)), tone: undefined },
      { key: 'practice.net', ...money((now) => now.realisedUnits + now.openUnits - now.feeUnits) },
    ] as const;
  }, [practice]);
  return (
    <dl className={styles.figures}>
      {rows.map(({ key, text, tone }) => (
        <Fact key={key} label={t(key, { coin: quoteSymbol(practice.instrument.info) })} data-testid={key}>
          <LiveText text={text} tone={tone} />
        </Fact>
      ))}
    </dl>
  );
}
