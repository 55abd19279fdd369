// Buttons by weight, 44 px high, with a busy state of the same width.
import { type ButtonHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './button.module.css';

type ButtonKind = 'primary' | 'quiet' | 'up' | 'down' | 'ghost';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind | undefined;
  /** Spans the full width. */
  wide?: boolean | undefined;
  /** Smaller text and padding; the target stays 44 px. */
  small?: boolean | undefined;
  /** Shows progress and ignores taps. */
  busy?: boolean | undefined;
}

export function Button({
  kind = 'quiet',
  wide,
  small,
  busy,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The browser takes the focus from a button that is off: it gets it back when it is done.
  useLayoutEffect(() => {
    const { current } = button;
    if (busy && document.activeElement === current)
      return () => queueMicrotask(() => document.activeElement === document.body && current?.focus());
    return undefined;
  }, [busy]);
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      className={styles.button}
      data-kind={kind}
      data-wide={wide ? '' : undefined}
      data-small={small ? '' : undefined}
      data-busy={busy ? '' : undefined}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
    >
      {children}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type="button" className={styles.icon} aria-label={label} title={label}>
      {children}
    </button>
  );
}
