// The bar on top of a page: what leads back, its title, what belongs to it.
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './nav-bar.module.css';

export interface NavBarProps {
  title: ReactNode;
  /** Set together with `backLabel` where the page has somewhere to go back to. */
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
