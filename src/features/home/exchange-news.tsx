// Banners and a rotating line of announcements on the home page.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { language } from '../../stores/device/language.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './home.module.css';

/** Banners and announcements requested; older ones are in the list of notices. */
const MAX_ITEMS = 5;
/** How long one announcement is shown. */
const ROTATION_MS = 6000;
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

function useNews(kind: 'banner' | 'notice') {
  const lang = useSignalValue(language);
  return useQuery('/common/notice', { kind, pageSize: MAX_ITEMS, lang });
}

/** True for a path of this app. Other links open the notice itself. */
const isAppPath = (link: string): boolean => /^\/(?![/\\])/.test(link);

/** Nothing where there are none: banners are optional. */
export function Banners() {
  const { t } = useTranslation();
  const { answer, failure } = useNews('banner');
  const list = answer?.list ?? [];
  if (list.length === 0 && (answer ?? failure) !== null) return null;
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
export function NewsLine() {
  const { t } = useTranslation();
  const list = useNews('notice').answer?.list ?? [];
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
