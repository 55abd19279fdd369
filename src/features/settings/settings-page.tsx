// The settings page: account, display, trading and app.
import { APP_VERSION } from '../../../core/endpoints/http.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { KYC_STATUS } from '../../../core/endpoints/kyc-status.ts';
import { kycText } from '../../components/account/kyc-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { LANGUAGES } from '../../locales/languages.ts';
import { currency } from '../../stores/device/currency.ts';
import { languageCode } from '../../stores/device/language.ts';
import { sounds } from '../../stores/device/sounds.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { stored } from '../../stores/device/storage.ts';
import { themeChoice, upDownChoice } from '../../stores/device/theme.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { CONFIRM_CHOICES } from './confirm-choices.ts';
import { LinkRow, SettingRows } from './setting-rows.tsx';
import styles from './settings.module.css';

const THEME_WORDS = { dark: 'set.dark', light: 'set.light', system: 'set.system' } as const;
const UP_DOWN_WORDS = { 'green-up': 'set.greenUp', 'red-up': 'set.redUp' } as const;

export function SettingsPage() {
  const { t } = useTranslation();
  const quoted = useSignalValue(currency);
  const theme = useSignalValue(themeChoice);
  const upDown = useSignalValue(upDownChoice);
  const asked = useSignalValue(stored('fxproConfirm'));
  const confirms = CONFIRM_CHOICES.find(([key]) => key === asked)![1];
  const loud = useSignalValue(sounds) === '1';
  return (
    <>
      <PageHeader title={t('title.settings')} />
      <main className={`${styles.page} ${styles.hub}`}>
        <AccountRows />
        <SettingRows title={t('hub.looks')}>
          <LinkRow
            to="/pages/set/display"
            label={t('title.display')}
            fact={`${t(THEME_WORDS[theme])} · ${t(UP_DOWN_WORDS[upDown])}`}
          />
          <LinkRow to="/pages/set/lang" label={t('title.language')} fact={LANGUAGES[languageCode()].name} />
          <LinkRow to="/pages/set/currency" label={t('title.currency')} fact={quoted.name} />
        </SettingRows>
        <SettingRows title={t('hub.trading')}>
          <LinkRow
            to="/pages/set/trade"
            label={t('title.tradeRules')}
            fact={`${t('hub.confirmations')}: ${t(confirms)}`}
          />
          <LinkRow to="/pages/set/limit" label={t('title.limit')} />
          <LinkRow to="/pages/alert/index" label={t('title.alert')} />
          <LinkRow to="/pages/set/notify" label={t('title.notify')} fact={t(loud ? 'hub.soundsOn' : 'hub.soundsOff')} />
          <LinkRow to="/pages/kline/kline" label={t('hub.chart')} />
        </SettingRows>
        <SettingRows title={t('hub.app')}>
          <LinkRow to="/pages/common/download" label={t('title.download')} />
          <LinkRow to="/pages/common/knowledge" label={t('title.knowledge')} />
          <LinkRow to="/pages/common/privacy" label={t('title.privacy')} />
          <LinkRow to="/embed" label={t('title.embed')} />
          <LinkRow to="/pages/status/feed" label={t('title.feed')} />
          <LinkRow
            to="/pages/notice/about"
            label={t('title.about')}
            fact={
              <>
                {t('set.version')} <span className="num">{APP_VERSION}</span>
              </>
            }
          />
        </SettingRows>
      </main>
    </>
  );
}

function AccountRows() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const info = useSignalValue(userInfo);
  if (!loggedIn)
    return (
      <SettingRows>
        <LinkRow to="/pages/common/login" label={t('menu.guest')} />
      </SettingRows>
    );
  const bound = info?.hasGoogleAuth === 1;
  const status = info?.userKyc?.status;
  return (
    <>
      <div className={styles.user}>
        <span className={styles.avatar}>
          <Icon name="user" size={24} />
        </span>
        <span className={styles.names}>
          <b>{info?.user.email}</b>
          <span className="num hint">{info ? t('menu.uid', { id: String(info.user.id) }) : ''}</span>
        </span>
      </div>
      <SettingRows title={t('hub.account')}>
        <LinkRow to="/pages/user/security" label={t('title.security')} />
        <LinkRow
          to={bound ? '/pages/user/resetGoogle' : '/pages/user/google'}
          label={t('menu.google')}
          fact={t(bound ? 'menu.bound' : 'menu.unbound')}
        />
        <LinkRow to="/pages/user/modifyPassword" label={t('title.modifyPassword')} />
        <LinkRow to="/pages/user/session" label={t('title.sessions')} />
        {status === KYC_STATUS.review ? (
          <LinkRow
            to="/pages/user/waitingReview"
            search={{ type: 1 }}
            label={t('menu.kyc')}
            fact={kycText(status, t)}
          />
        ) : (
          <LinkRow to="/pages/user/kyc" label={t('menu.kyc')} fact={kycText(status, t)} />
        )}
      </SettingRows>
    </>
  );
}
