// The colour of an indicator line: a swatch that opens the palette.
import { useTranslation } from '../../../locales/use-translation.ts';
import { LINE_COLOR_COUNT } from '../selected-indicators.ts';
import styles from './settings.module.css';

const COLORS = Array.from({ length: LINE_COLOR_COUNT }, (_, at) => at + 1);

export interface ColorSwatchProps {
  /** Name of the line, for the label. */
  line: string;
  color: number;
  open: boolean;
  onToggle: () => void;
}

export function ColorSwatch({ line, color, open, onToggle }: ColorSwatchProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.swatch}
      aria-label={t('ind.colorOf', { line })}
      aria-expanded={open}
      onClick={onToggle}
    >
      <ColorDot color={color} />
    </button>
  );
}

export function ColorDot({ color }: { color: number }) {
  return <span className={styles.dot} style={{ background: colorOf(color) }} />;
}

/** As the chart paints it: numbers past the tokens are tinted. */
function colorOf(color: number): string {
  if (color <= LINE_COLOR_COUNT) return `var(--line-${color})`;
  return `color-mix(in srgb, var(--text) 45%, var(--line-${((color - 1) % LINE_COLOR_COUNT) + 1}))`;
}

/** The palette; the current colour is pressed. */
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
          <ColorDot color={each} />
        </button>
      ))}
    </div>
  );
}
