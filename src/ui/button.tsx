// Buttons: one look per weight, 44 px high, and a busy state that keeps their width.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';

type ButtonKind = 'primary' | 'quiet' | 'up' | 'down' | 'ghost';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind | undefined;
  /** Spans the line. */
  wide?: boolean | undefined;
  /** Smaller text and padding; the target stays 44 px. */
  small?: boolean | undefined;
  /** Shows that something is under way and takes no more taps. */
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
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-kind={kind}
      data-wide={wide ? '' : undefined}
      data-small={small ? '' : undefined}
      data-busy={busy ? '' : undefined}
      aria-busy={busy ? true : undefined}
      disabled={disabled === true || busy === true}
    >
      {children}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What the button does, for those who do not see its icon. */
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
