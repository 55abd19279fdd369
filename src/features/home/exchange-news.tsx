// What the house says on home: banners to swipe, and its announcements one after another in a line.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { language } from '../../stores/device/language.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './home.module.css';

type Article = AnswerOf<'/common/notice'>['list'][number];

/** Banners and announcements asked for; what is older is in the list of notices. */
const MOST = 5;
/** How long an announcement stays. */
const TURN_MS = 6000;
const CALM = '(prefers-reduced-motion: reduce)';

export function ExchangeNews() {
  const lang = useSignalValue(language);
  const banners = useQuery('/common/notice', { kind: 'banner', pageSize: MOST, lang });
  const news = useQuery('/common/notice', { kind: 'notice', pageSize: MOST, lang });
  // Without an answer home stays as it is: banners are no reason to complain.
  const shown = banners.answer?.list ?? [];
  return (
    <>
      {(shown.length > 0 || banners.failure === null) && <Banners list={shown} />}
      <NewsLine list={news.answer?.list ?? []} />
    </>
  );
}

/** A path of this app; links to other places lead to the notice itself. */
const isInside = (link: string): boolean => /^\/(?![/\\])/.test(link);

function Banners({ list }: { list: readonly Article[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.banners} aria-label={t('home.notice')}>
      {list.map(({ id, title, summary, img, link }) => {
        const inside = (
          <>
            {img !== '' && <img className={styles.bannerImage} src={img} alt="" loading="lazy" />}
            <b>{title}</b>
            <span>{summary}</span>
          </>
        );
        return (
          <li key={id} className={styles.bannerItem}>
            {isInside(link) ? (
              <Link className={styles.banner} to={link as '/'}>
                {inside}
              </Link>
            ) : (
              <Link className={styles.banner} to="/pages/common/article" search={{ id }}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Turns while nobody points at it, and not at all where motion is unwanted. */
function NewsLine({ list }: { list: readonly Article[] }) {
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  const [held, setHeld] = useState(false);
  const turning = list.length > 1 && !held;
  useEffect(() => {
    if (!turning || window.matchMedia(CALM).matches) return undefined;
    const timer = setInterval(() => setTurn((before) => before + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [turning]);
  const now = list[turn % Math.max(1, list.length)];
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  const inside = (
    <>
      <span className={styles.badge}>{t('home.notice')}</span>
      <span className={styles.line}>{now?.title ?? t('home.noticeDemo')}</span>
      <Icon name="forward" size={16} mirrored />
    </>
  );
  if (!now)
    return (
      <Link to="/pages/notice/noticeList" className={styles.notice} {...hold}>
        {inside}
      </Link>
    );
  return (
    <Link to="/pages/notice/noticeDetail" search={{ id: now.id, kind: 'house' }} className={styles.notice} {...hold}>
      {inside}
    </Link>
  );
}
