// Pages that verify a pasted or saved proof, or that of one of the user's orders.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { LoginCard } from '../../../components/common/async-states.tsx';
import { PageHeader } from '../../../components/common/page-header.tsx';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isLoggedIn } from '../../../stores/account/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FileButton } from '../../../ui/fields/file-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { OrderProof } from './order-proof.tsx';
import { type ProofFile, parseProofFile } from './proof-check.ts';
import { ProofPanel } from './proof-panel.tsx';
import styles from './proof.module.css';

/** Largest file that is read; a proof has a few kilobytes. */
const MAX_FILE_BYTES = 1_000_000;

export function ProofPage() {
  const { t } = useTranslation();
  const fileId = useId();
  const [text, setText] = useState('');
  const [file, setFile] = useState<ProofFile | 'unread' | null>(null);
  const check = (content: string): void => setFile(parseProofFile(content) ?? 'unread');
  const open = (chosen: File): void => {
    if (chosen.size > MAX_FILE_BYTES) return setFile('unread');
    chosen
      .text()
      .then((content) => {
        setText(content);
        check(content);
      })
      .catch((cause: unknown) => {
        console.warn('proof file read failed', cause);
        setFile('unread');
      });
  };
  return (
    <>
      <PageHeader title={t('title.proof')} />
      <main className={styles.page}>
        <p className={styles.text}>{t('proof.about')}</p>
        <TextArea
          label={t('proof.paste')}
          rows={6}
          value={text}
          spellCheck={false}
          dir="ltr"
          code
          data-testid="proof-text"
          onValue={(pasted) => {
            setText(pasted);
            setFile(null);
          }}
        />
        <div className={styles.file}>
          <label htmlFor={fileId}>{t('proof.file')}</label>
          <FileButton id={fileId} accept="application/json,.json" onFile={open} testId="proof-file">
            {t('proof.choose')}
          </FileButton>
        </div>
        <Button kind="primary" wide disabled={text.trim() === ''} onClick={() => check(text)} data-testid="proof-check">
          {t(text.trim() === '' ? 'proof.pasteFirst' : 'proof.check')}
        </Button>
        {file === 'unread' && <NoticeCard alert title={t('proof.unread')} text={t('proof.unreadText')} />}
        {file !== null && file !== 'unread' && <ProofPanel file={file} />}
      </main>
    </>
  );
}

export function ProofOrderPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { orderNum } = useSearch({ from: '/pages/proof/order' });
  const loggedIn = useSignalValue(isLoggedIn);
  const shown =
    orderNum === undefined ? (
      <NoticeCard
        icon={<Icon name="shield" size={32} />}
        title={t('proof.noOrder')}
        text={t('proof.noOrderText')}
        action={
          <Button onClick={() => void navigate({ to: '/pages/secondsContract/record' })}>
            {t('title.secondsRecord')}
          </Button>
        }
      />
    ) : (
      <OrderProof orderNum={orderNum} />
    );
  return (
    <>
      <PageHeader title={t('title.proof')} />
      <main className={styles.page}>
        {loggedIn ? (
          shown
        ) : (
          <LoginCard text={t('proof.noOrderText')} back={`/pages/proof/order?orderNum=${orderNum ?? ''}`} />
        )}
      </main>
    </>
  );
}
