// Inviting friends: code and link, share image, rules, invited users and the income from them.
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { QueryBlock, LoginCard } from '../../components/common/async-states.tsx';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { ShareImage } from '../../components/common/share-image.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { moneyText, separate } from '../../stores/market/number-format.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { Fact } from '../../ui/fact.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { drawInviteImage } from './invite-image.ts';
import styles from './invite.module.css';

const PATH = '/pages/invite/invite';
const FILE_NAME = 'invitation.png';

export function InvitePage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.invite')} />
      <main className="column">
        {loggedIn ? (
          <MyInvitation>
            <InvitationRules />
            <InvitedFriends />
          </MyInvitation>
        ) : (
          <>
            <LoginCard
              title={t('invite.guestTitle')}
              text={t('invite.guestText')}
              back={PATH}
              example={[
                [t('invite.code'), 'FRIEND7'],
                [t('invite.friends'), '3'],
                [t('invite.income'), separate('12.40')],
              ]}
            />
            <InvitationRules />
          </>
        )}
      </main>
    </>
  );
}

/** `children` are rendered after the invitation has loaded, so that they do not move. */
function MyInvitation({ children }: { children: ReactNode }) {
  const query = useQuery('/user/info', {});
  return (
    <QueryBlock query={query}>
      {({ user }) => (
        <>
          {user.inviteCode ? <Invitation code={user.inviteCode} /> : null}
          {children}
        </>
      )}
    </QueryBlock>
  );
}

function Invitation({ code }: { code: string }) {
  const { t } = useTranslation();
  const link = `${window.location.origin}/?d=${encodeURIComponent(code)}`;
  return (
    <>
      <section className="card">
        <h2 className={styles.title}>{t('invite.title')}</h2>
        <p className="hint">{t('invite.text')}</p>
        <dl className={styles.facts}>
          <Fact label={t('invite.code')}>
            <b className={`num ${styles.code}`} data-testid="invite-code">
              {code}
            </b>
            <CopyButton text={code} of={t('invite.code')} />
          </Fact>
          <Fact label={t('invite.link')}>
            <span className={`num ${styles.link}`}>{link}</span>
            <CopyButton text={link} of={t('invite.link')} />
          </Fact>
        </dl>
      </section>
      <InviteImageCard code={code} link={link} />
    </>
  );
}

function InviteImageCard({ code, link }: { code: string; link: string }) {
  const { t } = useTranslation();
  const draw = useCallback(
    (canvas: HTMLCanvasElement) =>
      drawInviteImage(canvas, {
        name: t('app.name'),
        title: t('invite.posterTitle'),
        text: t('invite.posterText'),
        codeLabel: t('invite.code'),
        code,
        link,
      }),
    [code, link, t],
  );
  return (
    <section className="card">
      <h2 className={styles.head}>{t('invite.poster')}</h2>
      <ShareImage
        draw={draw}
        fileName={FILE_NAME}
        label={t('invite.posterLabel', { code })}
        words={{ title: t('app.name'), text: t('invite.shareText', { code }), url: link }}
      />
    </section>
  );
}

function InvitationRules() {
  const { t } = useTranslation();
  return (
    <section className="card">
      <h2 className={styles.head}>{t('invite.rules')}</h2>
      <ol className="steps">
        <li>{t('invite.rule1')}</li>
        <li>{t('invite.rule2')}</li>
        <li>{t('invite.rule3')}</li>
      </ol>
    </section>
  );
}

function InvitedFriends() {
  const { t } = useTranslation();
  const query = useQuery('/user/profit', { range: 'today' });
  return (
    <QueryBlock query={query}>
      {({ inviteNum, inviteProfit, inviteList }) => (
        <section className="card">
          <dl className={styles.sums}>
            <Fact label={t('invite.friends')} className="num">
              {inviteNum}
            </Fact>
            <Fact label={t('invite.income')} className="num">
              {moneyText(inviteProfit)}
            </Fact>
          </dl>
          {inviteList.length === 0 ? (
            <NoticeCard title={t('invite.nobody')} text={t('invite.nobodyText')} />
          ) : (
            <ul className={styles.list}>
              {inviteList.map(({ email, createTime }) => (
                <li key={`${email} ${createTime}`}>
                  <span className="num">{email}</span>
                  <time className="num hint" dateTime={new Date(createTime).toISOString()}>
                    {dateTimeText(createTime)}
                  </time>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </QueryBlock>
  );
}
