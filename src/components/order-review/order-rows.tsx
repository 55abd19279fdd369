// Rows that describe an order: a name on the left, a figure on the right.
import type { ReadonlySignal } from '@preact/signals-react';
import { Fact } from '../../ui/fact.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import styles from './order-rows.module.css';

export interface OrderRow {
  key: string;
  label: string;
  /** A signal for a figure that follows the market. */
  text: string | ReadonlySignal<string>;
  /** Colour of the side. */
  tone?: 'up' | 'down' | undefined;
}

export function OrderRows({ rows }: { rows: readonly OrderRow[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ key, label, text, tone }) => (
        <Fact key={key} label={label} data-tone={tone} data-testid={`row-${key}`}>
          {typeof text === 'string' ? <bdi>{text}</bdi> : <LiveText text={text} />}
        </Fact>
      ))}
    </dl>
  );
}
