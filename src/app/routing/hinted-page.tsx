// Pages with hints for those who open them for the first time.
import type { RouteComponent } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { stored } from '../../stores/device/storage.ts';
import type { HintedPath } from '../shell/page-hints.tsx';
import styles from '../shell/page-hints.module.css';

/** When they fail to load the page is shown without hints. */
const LazyHints = lazyBlock(
  () => import('../shell/page-hints.tsx'),
  ({ PageHints }) => PageHints,
  <div className={styles.strip} />,
  null,
  ['demo'],
);

/** Route component: `Page`, below the hints of `path` until they were seen. */
export function hintedPage(path: HintedPath, Page: RouteComponent): RouteComponent {
  const seen = stored('fxproHintsSeen');
  function HintedPage() {
    const [unseen] = useState(() => !seen.peek().includes(path));
    return (
      <>
        {unseen && <LazyHints path={path} />}
        <Page />
      </>
    );
  }
  return Object.assign(HintedPage, Page.preload && { preload: Page.preload });
}
