// Rows of settings pages: a list, a link row, a switch row.
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import styles from './settings.module.css';

export type SettingsPath =
  | '/pages/set/lang'
  | '/pages/set/currency'
  | '/pages/set/display'
  | '/pages/set/limit'
  | '/pages/alert/index'
  | '/pages/status/feed'
  | '/pages/set/notify'
  | '/pages/set/trade'
  | '/pages/user/security'
  | '/pages/user/session'
  | '/pages/user/modifyPassword'
  | '/pages/user/google'
  | '/pages/user/resetGoogle'
  | '/pages/user/kyc'
  | '/pages/user/waitingReview'
  | '/pages/common/login'
  | '/pages/common/download'
  | '/pages/notice/about'
  | '/pages/common/privacy'
  | '/pages/common/knowledge'
  | '/pages/kline/kline'
  | '/embed';

export function SettingRows({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <h2 className={styles.head} id={id}>
          {title}
        </h2>
      )}
      <div className="list">{children}</div>
    </section>
  );
}

export function LinkRow({
  to,
  label,
  fact,
  search,
}: {
  to: SettingsPath;
  label: string;
  fact?: ReactNode;
  search?: { type: number };
}) {
  return (
    <Link to={to} {...(search && { search })} className={styles.choice}>
      <span className={styles.choiceName}>{label}</span>
      {fact !== undefined && <span className="hint">{fact}</span>}
      <Icon name="forward" size={16} mirrored />
    </Link>
  );
}

export interface SwitchRowProps {
  label: string;
  /** What the switch does, or why it is disabled. */
  note?: string | undefined;
  on: boolean;
  disabled?: boolean | undefined;
  onChange: (on: boolean) => void;
}

export function SwitchRow({ label, note, on, disabled, onChange }: SwitchRowProps) {
  return (
    <div className={styles.choice}>
      <span className={styles.choiceName}>
        {label}
        {note !== undefined && <small className={styles.small}>{note}</small>}
      </span>
      <Switch
        label={note === undefined ? label : `${label}. ${note}`}
        on={on}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
}
