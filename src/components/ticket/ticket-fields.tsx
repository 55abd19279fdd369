// Fields of a ticket: price with steppers, size with unit, labelled select, share of what is available.
import { type CSSProperties, type PointerEvent, useRef } from 'react';
import { vibrate } from '../../lib/haptics.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { withPercent } from '../../stores/market/number-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { NumberField, type NumberFieldProps } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { SLIPPAGES, slippageText } from './slippage.ts';
import styles from './ticket-fields.module.css';
import layout from './trading-layout.module.css';

/** Percentages of the chips, and stops of the slider. */
const SHARES = [25, 50, 75, 100] as const;

/** A field whose label lies above its number, so that both have the whole width. */
export function StackedField(props: NumberFieldProps) {
  return (
    <div className={styles.stacked}>
      <NumberField {...props} />
    </div>
  );
}

export interface PriceFieldProps extends Omit<NumberFieldProps, 'suffix' | 'onStep'> {
  /** One tick up or down, also by arrow keys. */
  onStep: (steps: 1 | -1) => void;
}

export function PriceField({ onStep, ...field }: PriceFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.stepped}>
      <NumberField
        {...field}
        onStep={onStep}
        suffix={
          <span className={styles.steppers}>
            <button type="button" aria-label={t('trade.priceDown')} onClick={() => onStep(-1)}>
              <Icon name="minus" size={16} />
            </button>
            <button type="button" aria-label={t('trade.priceUp')} onClick={() => onStep(1)}>
              <Icon name="plus" size={16} />
            </button>
          </span>
        }
      />
    </div>
  );
}

export interface LabelledSelectProps<K extends string> {
  label: string;
  /** Accessible name where it is not the visible label. */
  name?: string;
  value: K;
  choices: readonly { key: K; label: string }[];
  onChange: (key: K) => void;
  testId: string;
}

/** A select with its label above it, in a box as high as the fields. */
export function LabelledSelect<K extends string>({
  label,
  name = label,
  value,
  choices,
  onChange,
  testId,
}: LabelledSelectProps<K>) {
  return (
    <label className={layout.labelled}>
      <span>{label}</span>
      <Select value={value} aria-label={name} data-testid={testId} onChoose={onChange}>
        {choices.map((choice) => (
          <option key={choice.key} value={choice.key}>
            {choice.label}
          </option>
        ))}
      </Select>
    </label>
  );
}

const slippage = stored('fxproSlippage');

/** Replaces the price field of a market order. */
export function MarketPrice() {
  const { t } = useTranslation();
  const chosen = useSignalValue(slippage);
  return (
    <LabelledSelect
      label={t('trade.marketPrice')}
      name={t('trade.slippage')}
      value={chosen}
      choices={SLIPPAGES.map((key) => ({ key, label: slippageText(key, t) }))}
      onChange={(key) => {
        slippage.value = key;
      }}
      testId="slippage"
    />
  );
}

export interface UnitSelectProps<U extends string> {
  value: U;
  choices: readonly { key: U; label: string }[];
  onChange: (unit: U) => void;
}

/** The unit of a size; text alone where there is no choice. */
export function UnitSelect<U extends string>({ value, choices, onChange }: UnitSelectProps<U>) {
  const { t } = useTranslation();
  if (choices.length === 1) return choices[0]?.label;
  return (
    <Select
      className={styles.unit}
      value={value}
      aria-label={t('ticket.unit')}
      data-testid="size-unit"
      onChoose={onChange}
    >
      {choices.map(({ key, label }) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </Select>
  );
}

export interface SharesProps {
  /** Share that the size takes, in percent. */
  percent: number;
  /** Share that was chosen; null for a typed size. */
  chosen: number | null;
  disabled: boolean;
  onShare: (percent: number) => void;
}

/** Whether a slider that moves from one percentage to another arrives at a stop, or passes one. */
export function reachesStop(before: number, next: number): boolean {
  const [low, high] = before < next ? [before + 1, next] : [next, before - 1];
  return before !== next && [0, ...SHARES].some((stop) => stop >= low && stop <= high);
}

/** How far a finger moves along a slider before it is no scroll of the page, in CSS pixels. */
const ALONG_PX = 8;

/** A finger on the slider that may still be a scroll: where it began, and what it chose. */
interface Finger {
  startX: number;
  next: number | null;
}

/**
 * Handlers of a slider that a scroll of the page may begin on. A browser moves the slider at the first touch: what it
 * chose then counts when the finger moves along or leaves, and not when the browser takes the finger for a scroll.
 */
function useSlider(onChosen: (percent: number) => void) {
  const finger = useRef<Finger | null>(null);
  const decide = (): void => {
    const next = finger.current?.next ?? null;
    finger.current = null;
    if (next !== null) onChosen(next);
  };
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      finger.current = pointerType === 'touch' ? { startX: clientX, next: null } : null;
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      if (finger.current && Math.abs(clientX - finger.current.startX) >= ALONG_PX) decide();
    },
    onPointerUp: decide,
    onPointerCancel: () => {
      finger.current = null;
    },
    choose: (next: number) => {
      if (finger.current) finger.current.next = next;
      else onChosen(next);
    },
  };
}

/** A slider with stops above chips. */
export function Shares({ percent, chosen, disabled, onShare }: SharesProps) {
  const { t } = useTranslation();
  const { choose, ...handlers } = useSlider((next) => {
    if (reachesStop(percent, next)) vibrate();
    onShare(next);
  });
  return (
    <div className={styles.shareBlock} role="group" aria-label={t('trade.shares')}>
      <input
        type="range"
        className={styles.slider}
        data-stops=""
        style={{ '--share': `${percent}%` } as CSSProperties}
        min={0}
        max={100}
        step={1}
        value={percent}
        disabled={disabled}
        aria-label={t('trade.shares')}
        aria-valuetext={withPercent(String(percent))}
        data-testid="share-slider"
        {...handlers}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <ShareChips chosen={chosen} disabled={disabled} onShare={onShare} />
    </div>
  );
}

export function ShareChips({ chosen, disabled, onShare }: Omit<SharesProps, 'percent'>) {
  return (
    <div className={styles.shares}>
      {SHARES.map((percent) => (
        <button
          key={percent}
          type="button"
          className={styles.share}
          aria-pressed={chosen === percent}
          disabled={disabled}
          onClick={() => onShare(percent)}
        >
          {withPercent(String(percent))}
        </button>
      ))}
    </div>
  );
}
