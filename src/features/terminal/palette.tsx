// The command palette: markets, pages and commands by a few letters.
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { COMMANDS, isAvailable, runCommand } from '../../components/common/commands.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { chooseLayout, layouts } from '../../stores/account/layouts.ts';
import { favourites } from '../../stores/market/favourites.ts';
import { markets } from '../../stores/market/instruments.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { hotKeys, keyText } from './hot-keys.ts';
import type { SheetProps } from './keys-sheet.tsx';
import { marketSymbol } from './market-symbol.ts';
import styles from './palette.module.css';

const PAGES = [
  ['/pages/markets/index', 'title.markets'],
  ['/pages/tabbar/list', 'tab.assets'],
  ['/pages/order/myOrder', 'title.myOrder'],
  ['/pages/alert/index', 'title.alert'],
  ['/pages/secondsContract/index', 'title.seconds'],
  ['/pages/wallet/recharge', 'title.recharge'],
  ['/pages/wallet/withdraw', 'title.withdraw'],
  ['/pages/wallet/transfer', 'title.transfer'],
  ['/pages/wallet/convert', 'title.convert'],
  ['/pages/notice/noticeList', 'title.notices'],
  ['/pages/set/index', 'title.settings'],
  ['/pages/set/display', 'title.display'],
  ['/pages/set/lang', 'title.language'],
  ['/pages/user/security', 'title.security'],
  ['/pages/status/feed', 'title.feed'],
  ['/replay', 'title.replay'],
  ['/pages/tabbar/home', 'tab.home'],
] as const;
/** Results shown: a further letter finds what is not among them. */
const MAX_RESULTS = 12;

interface Result {
  id: string;
  kind: 'market' | 'page' | 'command' | 'layout';
  label: string;
  /** Found by these words too. */
  words: string;
  /** Key of a command. */
  key?: string;
  run: () => void;
}

function matching(all: readonly Result[], text: string): readonly Result[] {
  const words = text.toLowerCase().split(/\s+/);
  const rank = ({ label }: Result): number => (label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return all
    .filter((each) => words.every((word) => `${each.label} ${each.words}`.toLowerCase().includes(word)))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_RESULTS);
}

/** Everything that can be found now: the user's favourites first. */
function useResults(t: Translate): readonly Result[] {
  const navigate = useNavigate();
  const list = useSignalValue(markets);
  const starred = useSignalValue(favourites);
  const named = useSignalValue(layouts);
  return useMemo(() => {
    const rank = (id: number): number => (starred.includes(id) ? 0 : 1);
    const ofMarkets = [...list]
      .sort((a, b) => rank(a.info.id) - rank(b.info.id))
      .map(({ info }): Result => ({
        id: `market-${info.id}`,
        kind: 'market',
        label: info.pair,
        words: `${info.symbol} ${info.name}`,
        run: () => void navigate({ to: '/trade/$symbol', params: { symbol: marketSymbol(info) } }),
      }));
    const ofPages = PAGES.map(([to, title]): Result => ({
      id: to,
      kind: 'page',
      label: t(title),
      words: '',
      run: () => void navigate({ to }),
    }));
    const ofCommands = COMMANDS.filter((command) => command !== 'palette' && isAvailable(command)).map(
      (command): Result => ({
        id: command,
        kind: 'command',
        label: t(`command.${command}`),
        words: '',
        key: keyText(hotKeys.peek()[command]),
        run: () => void runCommand(command),
      }),
    );
    const ofLayouts = isAvailable('cancelAll')
      ? named.map((layout): Result => ({
          id: `layout-${layout.name}`,
          kind: 'layout',
          label: layout.name,
          words: t('layout.title'),
          run: () => chooseLayout(layout),
        }))
      : [];
    return [...ofMarkets, ...ofCommands, ...ofLayouts, ...ofPages];
  }, [list, starred, named, t, navigate]);
}

export function Palette({ open, onClose }: SheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('palette.title')} closeLabel={t('app.close')}>
      <Search onClose={onClose} />
    </Sheet>
  );
}

function Search({ onClose }: Pick<SheetProps, 'onClose'>) {
  const { t } = useTranslation();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const all = useResults(t);
  const found = useMemo(() => matching(all, text.trim()), [all, text]);
  const choose = (result: Result | undefined): void => {
    if (!result) return;
    onClose();
    // After the closed dialog has given the focus back, which a command may move.
    requestAnimationFrame(() => requestAnimationFrame(result.run));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows choose among the words that an input method offers.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(found[active]);
    }
  };
  return (
    <>
      <SearchField
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[active] && `${listId}-${active}`}
        label={t('palette.title')}
        placeholder={t('palette.search')}
        // The dialog focuses the element with this attribute, which React does not write.
        ref={(input) => input?.setAttribute('autofocus', '')}
        value={text}
        onValue={(text) => {
          setText(text);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        data-testid="palette"
      />
      <ul id={listId} className={styles.results} role="listbox" aria-label={t('palette.title')}>
        {found.map((result, index) => (
          <li
            key={result.id}
            id={`${listId}-${index}`}
            className={styles.result}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(result)}
          >
            <span className={result.kind === 'market' ? 'num' : undefined}>{result.label}</span>
            <small>{result.key === undefined ? t(`palette.${result.kind}`) : <kbd>{result.key}</kbd>}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.hint}>{t('palette.none')}</p>}
    </>
  );
}
