// Tabs, segmented control and toggle group, by tap or arrow keys.
import type { KeyboardEvent } from 'react';
import styles from './tabs.module.css';

interface Choice<K extends string> {
  key: K;
  label: string;
  disabled?: boolean | undefined;
}

export interface TabsProps<K extends string> {
  choices: readonly Choice<K>[];
  value: K;
  onChange: (key: K) => void;
  /** Accessible name. */
  label: string;
  /** Id of the element these tabs control, where there is one. */
  controls?: string | undefined;
}

/** Moves the selection by arrow keys, in reading direction. */
function step<K extends string>(event: KeyboardEvent<HTMLElement>, props: TabsProps<K>): void {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
  if (event.key !== forward && event.key !== back) return;
  event.preventDefault();
  const live = props.choices.filter((choice) => !choice.disabled);
  const at = live.findIndex((choice) => choice.key === props.value);
  const next = live[(at + (event.key === forward ? 1 : live.length - 1)) % live.length];
  if (!next) return;
  props.onChange(next.key);
  event.currentTarget.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus();
}

/** The choices as buttons: only the selected one is a tab stop, the others are reached by arrow keys. */
function Options<K extends string>({
  choices,
  value,
  onChange,
  controls,
  role,
  className,
}: TabsProps<K> & { role: 'tab' | 'radio'; className: string | undefined }) {
  return choices.map(({ key, label, disabled }) => {
    const chosen = key === value;
    const state = role === 'tab' ? { 'aria-selected': chosen, 'aria-controls': controls } : { 'aria-checked': chosen };
    return (
      <button
        key={key}
        type="button"
        role={role}
        className={className}
        data-key={key}
        {...state}
        tabIndex={chosen ? 0 : -1}
        disabled={disabled}
        onClick={() => onChange(key)}
      >
        {label}
      </button>
    );
  });
}

export function Tabs<K extends string>(props: TabsProps<K>) {
  return (
    <div className={styles.tabs} role="tablist" aria-label={props.label} onKeyDown={(event) => step(event, props)}>
      <Options {...props} role="tab" className={styles.tab} />
    </div>
  );
}

export interface SegmentedProps<K extends string> extends TabsProps<K> {
  /** `side` colours the first choice as up and the second as down when selected. */
  tone?: 'side' | undefined;
}

export function Segmented<K extends string>(props: SegmentedProps<K>) {
  return (
    <div
      className={styles.segmented}
      role="radiogroup"
      aria-label={props.label}
      data-tone-of={props.tone}
      onKeyDown={(event) => step(event, props)}
    >
      <Options {...props} role="radio" className={styles.segment} />
    </div>
  );
}

export interface TogglesProps<K extends string> {
  choices: readonly Choice<K>[];
  on: readonly K[];
  onChange: (on: K[]) => void;
  label: string;
}

/** Several choices, each on or off. */
export function Toggles<K extends string>({ choices, on, onChange, label }: TogglesProps<K>) {
  return (
    <div className={styles.segmented} role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.key}
          type="button"
          className={styles.segment}
          aria-pressed={on.includes(choice.key)}
          disabled={choice.disabled}
          onClick={() =>
            onChange(on.includes(choice.key) ? on.filter((key) => key !== choice.key) : [...on, choice.key])
          }
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
