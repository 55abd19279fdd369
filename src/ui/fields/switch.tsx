// Switch: takes effect at once, by tap or space.
import styles from './switch.module.css';

export interface SwitchProps {
  /** Accessible name. */
  label: string;
  on: boolean;
  disabled?: boolean | undefined;
  onChange: (on: boolean) => void;
}

export function Switch({ label, on, disabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-label={label}
      aria-checked={on}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span className={styles.track}>
        <span className={styles.knob} />
      </span>
    </button>
  );
}
