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
  { failed: null, texts: ['demo'] },
);

/** Route component: `Page`, below the hints of `path` until they were seen. It is preloaded with its hints. */
export function hintedPage(path: HintedPath, Page: RouteComponent): RouteComponent {
  const isUnseen = (): boolean => !stored('fxproHintsSeen').peek().includes(path);
  function HintedPage() {
    const [unseen] = useState(isUnseen);
    return (
      <>
        {unseen && <LazyHints path={path} />}
        <Page />
      </>
    );
  }
  const preload = async (): Promise<void> => {
    const hints = isUnseen() ? LazyHints.preload() : null;
    // Hints that fail to load are loaded again when the page is shown.
    await Promise.all([Page.preload?.(), hints?.catch(() => undefined)]);
  };
  return Object.assign(HintedPage, { preload });
}
