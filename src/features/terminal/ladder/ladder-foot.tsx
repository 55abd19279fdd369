// Below the rows of a price ladder: buttons that move it, the profit of the positions, and the ticks in a row.
import { useCallback, useMemo } from 'react';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { FeedStatus } from '../../../components/market/feed-status.tsx';
import { GroupSelect } from '../../../components/market/group-select.tsx';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { LadderCells } from '../../../stores/market/ladder-rows.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LiveText } from '../../../ui/live-text.tsx';
import { useSignalEffect } from '../../../ui/use-signal-effect.ts';
import { ladderProfit } from './ladder-orders.ts';
import styles from './ladder.module.css';

/** Rows that a press of a button scrolls by. */
const STEP_ROWS = 5;

export interface LadderFootProps {
  instrument: Instrument;
  ladder: LadderCells;
  groupTicks: number;
  onGroup: (groupTicks: number) => void;
}

export function LadderFoot({ instrument, ladder, groupTicks, onGroup }: LadderFootProps) {
  const { t } = useTranslation();
  const profit = useMemo(() => ladderProfit(instrument), [instrument]);
  const centre = useSignalEffect<HTMLButtonElement>(
    useCallback((element) => void (element.dataset['following'] = String(ladder.following.value)), [ladder]),
  );
  return (
    <div className={styles.foot}>
      <StepButton name="up" onClick={() => ladder.scroll(-STEP_ROWS)} />
      <button
        ref={centre}
        type="button"
        className={styles.step}
        onClick={() => ladder.centre()}
        data-testid="ladder-centre"
      >
        {t('ladder.centre')}
      </button>
      <StepButton name="down" onClick={() => ladder.scroll(STEP_ROWS)} />
      <LiveText text={profit} className={styles.profit} />
      <FeedStatus freshness={ladder.freshness} quiet />
      <GroupSelect instrument={instrument} value={groupTicks} onChange={onGroup} />
    </div>
  );
}

function StepButton({ name, onClick }: { name: 'up' | 'down'; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.step} aria-label={t(`ladder.${name}`)} onClick={onClick}>
      <Icon name={name} size={16} />
    </button>
  );
}
