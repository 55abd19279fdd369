// Content of the side drawer: the user, their assets, and links to all other pages.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { LANGUAGES } from '../../locales/languages.ts';
import { TotalWorth } from '../../components/account/total-worth.tsx';
import { currency } from '../../stores/device/currency.ts';
import { requireLogin } from '../../stores/ui/login-prompt.ts';
import { language, languageCode } from '../../stores/device/language.ts';
import { logOut } from '../../stores/account/log-out.ts';
import { userInfo, isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Stroke } from '../../ui/stroke.tsx';
import { useSheetEntry } from '../../ui/overlays/use-sheet-entry.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { isIos } from '../../lib/device-platform.ts';
import { LanguagePopup } from './language-popup.tsx';
import { MENU_ICONS, type MenuItem, menuItems } from './menu-items.ts';
import styles from './drawer-menu.module.css';

export interface DrawerMenuProps {
  open: boolean;
  /** Closes the drawer. */
  onNavigate: () => void;
}

export function DrawerMenu({ open, onNavigate }: DrawerMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useSheetEntry(open, onNavigate);
  const [confirmingReset, setConfirmingReset] = useState(false);
  const [choosingLanguage, setChoosingLanguage] = useState(false);
  const choose = (item: MenuItem): void => {
    if (item.resets) return setConfirmingReset(true);
    if (item.languages) return setChoosingLanguage(true);
    onNavigate();
    if (item.login && requireLogin(item.to)) return;
    void navigate({ to: item.to, ...(item.search && { search: item.search }) });
  };
  return (
    <>
      <DrawerHead onNavigate={onNavigate} />
      <MenuList onChoose={choose} />
      <DrawerFoot onNavigate={onNavigate} />
      <LanguagePopup open={choosingLanguage} onClose={() => setChoosingLanguage(false)} onNavigate={onNavigate} />
      <ConfirmSheet
        open={confirmingReset}
        title={t('tips.title')}
        text={t('menu.resetGoogle')}
        confirmLabel={t('app.confirm')}
        cancelLabel={t('app.cancel')}
        closeLabel={t('app.close')}
        onCancel={() => setConfirmingReset(false)}
        onConfirm={() => {
          setConfirmingReset(false);
          onNavigate();
          void navigate({ to: '/pages/user/resetGoogle' });
        }}
      />
    </>
  );
}

function MenuList({ onChoose }: { onChoose: (item: MenuItem) => void }) {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const user = useSignalValue(userInfo);
  const quoted = useSignalValue(currency);
  // Re-renders the language item when the language changes.
  useSignalValue(language);
  const items = menuItems({
    user: loggedIn ? user : null,
    ios: isIos(navigator),
    t,
    language: LANGUAGES[languageCode()].name,
    currency: quoted.name,
  });
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.key}>
          <button type="button" className={styles.item} onClick={() => onChoose(item)}>
            <ItemIcon name={item.icon} />
            <span className={styles.label}>{t(item.key)}</span>
            {item.value && <span className={styles.value}>{item.value}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function DrawerFoot({ onNavigate }: Pick<DrawerMenuProps, 'onNavigate'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <div className={styles.foot}>
      {loggedIn ? (
        <Button
          wide
          onClick={() => {
            onNavigate();
            void logOut();
            showToast(t('menu.loggedOut'), 'success');
          }}
        >
          {t('menu.logOut')}
        </Button>
      ) : (
        <Button
          wide
          kind="primary"
          onClick={() => {
            onNavigate();
            void navigate({ to: '/pages/common/login' });
          }}
        >
          {t('menu.logIn')}
        </Button>
      )}
    </div>
  );
}

function ItemIcon({ name }: { name: MenuItem['icon'] }) {
  return name in MENU_ICONS ? (
    <Stroke path={MENU_ICONS[name as keyof typeof MENU_ICONS]} size={20} />
  ) : (
    <Icon name={name as IconName} size={20} />
  );
}

function DrawerHead({ onNavigate }: Pick<DrawerMenuProps, 'onNavigate'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const loggedIn = useSignalValue(isLoggedIn);
  const user = useSignalValue(userInfo)?.user;
  if (!loggedIn || !user) {
    return (
      <button
        type="button"
        className={styles.head}
        onClick={() => {
          onNavigate();
          void navigate({ to: '/pages/common/login' });
        }}
      >
        <span className={styles.face}>
          <Icon name="user" size={28} />
        </span>
        <span className={styles.guest}>{t('menu.guest')}</span>
      </button>
    );
  }
  const credit = user['avatar'];
  return (
    <div className={styles.head}>
      <span className={styles.face}>
        <Icon name="user" size={28} />
      </span>
      <span className={`num ${styles.email}`} title={user.email}>
        {user.email}
      </span>
      <span className="hint">{t('menu.uid', { id: String(user.id) })}</span>
      {credit !== undefined && credit !== '' && (
        <span className="hint">{t('menu.credit', { score: String(credit) })}</span>
      )}
      <button
        type="button"
        className={styles.assets}
        onClick={() => {
          onNavigate();
          void navigate({ to: '/pages/tabbar/list' });
        }}
      >
        <span>{t('menu.assets')}</span>
        <TotalWorth />
      </button>
    </div>
  );
}
