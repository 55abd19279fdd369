// Installing the app on the home screen, with the steps for this device.
import { type ReactNode, useState } from 'react';
import { APP_VERSION } from '../../../core/endpoints/http.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { QrImage } from '../../components/common/qr-image.tsx';
import { appInstalled, install, installOffer } from '../../stores/device/install.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { type InstallMethod, installMethod } from './install-method.ts';
import styles from './download.module.css';

/** Translation keys of the steps by install method; `prompt` has none. */
const STEPS = { ios: ['get.ios1', 'get.ios2', 'get.ios3'], phone: ['get.phone1', 'get.phone2', 'get.phone3'] } as const;

export function DownloadPage() {
  const { t } = useTranslation();
  return <InstallPage title={t('title.download')} />;
}

export function DownloadAppPage() {
  const { t } = useTranslation();
  return <InstallPage title={t('title.downloadApp')} />;
}

function InstallPage({ title }: { title: string }) {
  const { t } = useTranslation();
  const installed = useSignalValue(appInstalled);
  const offered = useSignalValue(installOffer) !== null;
  return (
    <>
      <PageHeader title={title} />
      <main className="column">
        <header className={styles.head}>
          <img src="/icon.svg" alt="" width="88" height="88" />
          <h2>{t('app.name')}</h2>
          <p className="hint">{t('get.text')}</p>
        </header>
        <InstallSteps way={installMethod(navigator, installed, offered)} />
        <section className={`card ${styles.card}`}>
          <dl className={styles.facts}>
            <Fact label={t('get.version')} className="num">
              {APP_VERSION}
            </Fact>
            <Fact label={t('get.kind')}>{t('get.web')}</Fact>
          </dl>
          <p className="hint">{t('get.store')}</p>
        </section>
      </main>
    </>
  );
}

function InstallSteps({ way }: { way: InstallMethod }) {
  const { t } = useTranslation();
  const address = window.location.origin;
  if (way === 'installed') return <NoticeCard title={t('get.installed')} text={t('get.installedText')} />;
  if (way === 'prompt') return <PromptCard />;
  if (way === 'desktop') {
    return (
      <InstallCard title={t('get.scan')}>
        <QrImage text={address} label={t('get.qr', { address })} />
        <p className="hint">{t('get.scanText')}</p>
        <CopyButton text={address} label={t('get.copyAddress')} />
      </InstallCard>
    );
  }
  return (
    <InstallCard title={t('get.add')}>
      <ol className={styles.steps}>
        {STEPS[way].map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ol>
    </InstallCard>
  );
}

function InstallCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`card ${styles.card}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function PromptCard() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const promptInstall = (): void => {
    setBusy(true);
    install()
      .then((done) => showToast(t(done ? 'get.done' : 'get.declined'), done ? 'success' : 'info'))
      .finally(() => setBusy(false));
  };
  return (
    <InstallCard title={t('get.add')}>
      <p className="hint">{t('get.promptText')}</p>
      <Button kind="primary" wide busy={busy} onClick={promptInstall} data-testid="install">
        {t('get.install')}
      </Button>
    </InstallCard>
  );
}
