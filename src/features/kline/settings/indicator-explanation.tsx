// What an indicator of trades or of the book shows: one picture and two sentences.
import { useTranslation } from '../../../locales/use-translation.ts';
import { IndicatorPicture } from './indicator-picture.tsx';
import type { ExplainedIndicator } from './explained.ts';
import styles from './settings.module.css';

export function IndicatorExplanation({ name }: { name: ExplainedIndicator }) {
  const { t } = useTranslation();
  return (
    <figure data-testid="explanation">
      <IndicatorPicture name={name} />
      <figcaption className={styles.hint}>{t(`explain.${name}`)}</figcaption>
    </figure>
  );
}
