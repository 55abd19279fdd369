// Header bar of a page: back button, title, slots before and after it.
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './nav-bar.module.css';

export interface NavBarProps {
  title: ReactNode;
  /** Set together with `backLabel` where the page has a back target. */
  onBack?: (() => void) | undefined;
  backLabel?: string | undefined;
  leading?: ReactNode;
  trailing?: ReactNode;
}

export function NavBar({ title, onBack, backLabel, leading, trailing }: NavBarProps) {
  return (
    <header className={styles.bar}>
      {onBack && (
        <IconButton label={backLabel ?? ''} onClick={onBack}>
          <Icon name="back" mirrored />
        </IconButton>
      )}
      {leading}
      <h1 className={styles.title}>{title}</h1>
      {trailing && <div className={styles.trailing}>{trailing}</div>}
    </header>
  );
}
