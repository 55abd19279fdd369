// A switch: on or off at once, by tap or space.
import styles from './switch.module.css';

export interface SwitchProps {
  /** What is switched, for those who do not see what stands beside it. */
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
