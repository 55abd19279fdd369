// Banners and a rotating line of announcements on the home page.
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

/** Banners and announcements requested; older ones are in the list of notices. */
const MAX_ITEMS = 5;
/** How long one announcement is shown. */
const ROTATION_MS = 6000;
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

export function ExchangeNews() {
  const lang = useSignalValue(language);
  const banners = useQuery('/common/notice', { kind: 'banner', pageSize: MAX_ITEMS, lang });
  const news = useQuery('/common/notice', { kind: 'notice', pageSize: MAX_ITEMS, lang });
  // Failed requests are not shown: banners are optional.
  const shown = banners.answer?.list ?? [];
  return (
    <>
      {(shown.length > 0 || banners.failure === null) && <Banners list={shown} />}
      <NewsLine list={news.answer?.list ?? []} />
    </>
  );
}

/** True for a path of this app. Other links open the notice itself. */
const isAppPath = (link: string): boolean => /^\/(?![/\\])/.test(link);

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
            {isAppPath(link) ? (
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

/** Rotates unless hovered or focused, and never with reduced motion. */
function NewsLine({ list }: { list: readonly Article[] }) {
  const { t } = useTranslation();
  const [position, setPosition] = useState(0);
  const [paused, setPaused] = useState(false);
  const rotating = list.length > 1 && !paused;
  useEffect(() => {
    if (!rotating || window.matchMedia(REDUCED_MOTION).matches) return undefined;
    const timer = setInterval(() => setPosition((before) => before + 1), ROTATION_MS);
    return () => clearInterval(timer);
  }, [rotating]);
  const now = list[position % Math.max(1, list.length)];
  const pauseHandlers = {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
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
      <Link to="/pages/notice/noticeList" className={styles.notice} {...pauseHandlers}>
        {inside}
      </Link>
    );
  return (
    <Link
      to="/pages/notice/noticeDetail"
      search={{ id: now.id, kind: 'house' }}
      className={styles.notice}
      {...pauseHandlers}
    >
      {inside}
    </Link>
  );
}
