// What the side drawer holds: who is logged in, their assets, the way to everything else.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { LANGUAGES } from '../../locales/languages.ts';
import { TotalWorth } from '../../components/account/total-worth.tsx';
import { currency } from '../../stores/device/currency.ts';
import { needsLogin } from '../../stores/ui/kind-tips.ts';
import { language, languageCode } from '../../stores/device/language.ts';
import { logOut, userInfo, isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { LanguagePopup } from './language-popup.tsx';
import { type MenuItem, menuItems } from './menu-items.ts';
import { isIos } from '../../lib/device-platform.ts';
import styles from './drawer-menu.module.css';

export function DrawerMenu({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const loggedIn = useSignalValue(isLoggedIn);
  const user = useSignalValue(userInfo);
  const quoted = useSignalValue(currency);
  // Subscribed to, so that the item names the language that was just chosen.
  useSignalValue(language);
  const [askReset, setAskReset] = useState(false);
  const [askLanguage, setAskLanguage] = useState(false);
  const choose = (item: MenuItem): void => {
    if (item.resets) return setAskReset(true);
    if (item.languages) return setAskLanguage(true);
    onLeave();
    if (item.login && needsLogin(item.to)) return;
    void navigate({ to: item.to, ...(item.search && { search: item.search }) });
  };
  const items = menuItems({
    user: loggedIn ? user : null,
    ios: isIos(navigator),
    t,
    language: LANGUAGES[languageCode()].name,
    currency: quoted.name,
  });
  return (
    <>
      <DrawerHead onLeave={onLeave} />
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.key}>
            <button type="button" className={styles.item} onClick={() => choose(item)}>
              <Icon name={item.icon} size={20} />
              <span className={styles.label}>{t(item.key)}</span>
              {item.value && <span className={styles.value}>{item.value}</span>}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {loggedIn ? (
          <Button
            wide
            onClick={() => {
              onLeave();
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
              onLeave();
              void navigate({ to: '/pages/common/login' });
            }}
          >
            {t('menu.logIn')}
          </Button>
        )}
      </div>
      <LanguagePopup open={askLanguage} onClose={() => setAskLanguage(false)} onLeave={onLeave} />
      <ConfirmSheet
        open={askReset}
        title={t('tips.title')}
        text={t('menu.resetGoogle')}
        confirmLabel={t('app.confirm')}
        cancelLabel={t('app.cancel')}
        closeLabel={t('app.close')}
        onCancel={() => setAskReset(false)}
        onConfirm={() => {
          setAskReset(false);
          onLeave();
          void navigate({ to: '/pages/user/resetGoogle' });
        }}
      />
    </>
  );
}

function DrawerHead({ onLeave }: { onLeave: () => void }) {
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
          onLeave();
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
      <span className={styles.email} title={user.email}>
        {user.email}
      </span>
      <span className={styles.fact}>{t('menu.uid', { id: user.id })}</span>
      {credit !== undefined && credit !== '' && (
        <span className={styles.fact}>{t('menu.credit', { score: String(credit) })}</span>
      )}
      <button
        type="button"
        className={styles.assets}
        onClick={() => {
          onLeave();
          void navigate({ to: '/pages/tabbar/list' });
        }}
      >
        <span>{t('menu.assets')}</span>
        <TotalWorth />
      </button>
    </div>
  );
}
