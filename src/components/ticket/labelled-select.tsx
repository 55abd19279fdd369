// Select of a ticket with its label above it, in a box as high as the fields.
import { Select } from '../../ui/fields/select.tsx';
import styles from './trading-layout.module.css';

export interface LabelledSelectProps<K extends string> {
  label: string;
  /** Accessible name where the visible label says something else. */
  name?: string;
  value: K;
  choices: readonly { key: K; label: string }[];
  onChange: (key: K) => void;
  testId: string;
}

export function LabelledSelect<K extends string>({
  label,
  name = label,
  value,
  choices,
  onChange,
  testId,
}: LabelledSelectProps<K>) {
  return (
    <label className={styles.labelled}>
      <span>{label}</span>
      <Select
        value={value}
        aria-label={name}
        data-testid={testId}
        onChange={(event) => onChange(event.currentTarget.value as K)}
      >
        {choices.map((choice) => (
          <option key={choice.key} value={choice.key}>
            {choice.label}
          </option>
        ))}
      </Select>
    </label>
  );
}
