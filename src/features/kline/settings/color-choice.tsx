// The colour of a line: a swatch that opens the row of all there are.
import { useTranslation } from '../../../locales/use-translation.ts';
import { LINE_COLORS } from '../chosen-indicators.ts';
import styles from './settings.module.css';

const COLORS = Array.from({ length: LINE_COLORS }, (_, at) => at + 1);

export interface SwatchProps {
  /** Name of the line, for those who do not see its colour. */
  line: string;
  color: number;
  open: boolean;
  onToggle: () => void;
}

export function Swatch({ line, color, open, onToggle }: SwatchProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.swatch}
      aria-label={t('ind.colorOf', { line })}
      aria-expanded={open}
      onClick={onToggle}
    >
      <Dot color={color} />
    </button>
  );
}

export function Dot({ color }: { color: number }) {
  return <span className={styles.dot} style={{ background: `var(--line-${color})` }} />;
}

/** All colours; the one in use is pressed. */
export function ColorRow({ line, color, onColor }: { line: string; color: number; onColor: (color: number) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.colors} role="group" aria-label={t('ind.colorOf', { line })}>
      {COLORS.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.color}
          aria-label={t('ind.color', { place: each })}
          aria-pressed={each === color}
          onClick={() => onColor(each)}
        >
          <Dot color={each} />
        </button>
      ))}
    </div>
  );
}
