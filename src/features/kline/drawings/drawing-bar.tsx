// The toolbar of drawing tools, and of actions on the selected drawing.
import { signal } from '@preact/signals-react';
import { type ReactNode, useState } from 'react';
import { MAX_INDICATORS } from '../../../../chart/indicators/indicator-looks.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { Drawing, DrawingKind } from '../../../../chart/api.ts';
import { MAX_DRAWINGS } from '../../../../chart/drawings/drawing-limits.ts';
import { useCommand } from '../../../components/common/commands.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import styles from './drawing-bar.module.css';
import { selectMain } from '../use-indicators.ts';
import { DrawIcon } from './drawing-icons.tsx';
import type { DrawingSession } from './drawing-session.ts';
import { TextSheet } from './text-sheet.tsx';

const KINDS: readonly DrawingKind[] = [
  'trend',
  'ray',
  'horizontal',
  'vertical',
  'channel',
  'rectangle',
  'fibonacci',
  'measure',
  'profile',
  'brush',
  'text',
  'long',
  'short',
];
/** Names of colour tokens, shared by chart and page. */
const COLORS = ['accent', 'line-1', 'line-3', 'line-4', 'line-5', 'up', 'down', 'text'] as const;

/** Whether the toolbar is open; the same for all markets, until the app is closed. */
const open = signal(false);

/** Button that opens and closes the toolbar; `session` is null before the chart is mounted. */
export function DrawToggle({ session }: { session: DrawingSession | null }) {
  const { t } = useTranslation();
  const on = useSignalValue(open);
  const toggle = (): void => {
    open.value = !on;
    if (on) session?.pickTool(null);
  };
  useCommand('drawings', toggle);
  return (
    <IconButton label={t('draw.toggle')} aria-expanded={on} disabled={session === null} onClick={toggle}>
      <DrawIcon name="draw" />
    </IconButton>
  );
}

/** The open toolbar, and the sheet that edits a text drawing. */
export function DrawingBar({ session }: { session: DrawingSession }) {
  const { t } = useTranslation();
  const on = useSignalValue(open);
  const { selected: id } = useSignalValue(session.state);
  const selected = useSignalValue(session.drawings).find((each) => each.id === id);
  /** Id of the selected drawing for which the tools are shown instead of its actions. */
  const [toolsShownFor, setToolsShownFor] = useState<string | null>(null);
  const edited = selected && selected.id !== toolsShownFor ? selected : null;
  return (
    <>
      {on && (
        // The key resets the scroll position when the content changes.
        <div key={edited?.id} className={styles.bar} role="toolbar" aria-label={t('draw.label')}>
          <UnsavedNotice session={session} />
          {edited ? (
            <SelectedTools session={session} drawing={edited} onTools={() => setToolsShownFor(id)} />
          ) : (
            <AllTools session={session} />
          )}
        </div>
      )}
      <TextSheet session={session} />
    </>
  );
}

function UnsavedNotice({ session }: { session: DrawingSession }) {
  const { t } = useTranslation();
  const saved = useSignalValue(session.saved);
  return saved ? null : (
    <span className={styles.unsaved} role="status">
      {t('draw.unkept')}
    </span>
  );
}

const Separator = (): ReactNode => <span className={styles.separator} aria-hidden="true" />;

function AllTools({ session }: { session: DrawingSession }) {
  const { t } = useTranslation();
  const { tool } = useSignalValue(session.state);
  const magnet = useSignalValue(session.magnet);
  const drawings = useSignalValue(session.drawings);
  const anyHidden = drawings.some(({ hidden }) => hidden);
  const pick = (kind: DrawingKind): void => {
    if (drawings.length >= MAX_DRAWINGS) showToast(t('draw.full', { count: MAX_DRAWINGS }), 'error');
    else if (kind !== 'profile' || selectMain('FRVP')) session.pickTool(kind === tool ? null : kind);
    else showToast(t('kline.indicatorsFull', { count: MAX_INDICATORS }), 'error');
  };
  return (
    <>
      {KINDS.map((kind) => (
        <IconButton key={kind} label={t(`draw.${kind}`)} aria-pressed={kind === tool} onClick={() => pick(kind)}>
          <DrawIcon name={kind} />
        </IconButton>
      ))}
      <Separator />
      <IconButton label={t('draw.magnet')} aria-pressed={magnet} onClick={() => session.setMagnet(!magnet)}>
        <DrawIcon name="magnet" />
      </IconButton>
      <UndoRedo session={session} />
      <Separator />
      <IconButton
        label={t(anyHidden ? 'draw.showAll' : 'draw.hideAll')}
        disabled={drawings.length === 0}
        onClick={() => session.edit(null, { hidden: !anyHidden })}
      >
        <Icon name={anyHidden ? 'eyeOff' : 'eye'} />
      </IconButton>
      <IconButton
        label={t('draw.removeAll')}
        disabled={drawings.every(({ locked }) => locked)}
        onClick={() => session.remove(null)}
      >
        <DrawIcon name="remove" />
      </IconButton>
    </>
  );
}

function UndoRedo({ session }: { session: DrawingSession }) {
  const { t } = useTranslation();
  const { canUndo, canRedo } = useSignalValue(session.state);
  return (
    <>
      <IconButton label={t('draw.undo')} disabled={!canUndo} onClick={() => session.undo()}>
        <DrawIcon name="undo" />
      </IconButton>
      <IconButton label={t('draw.redo')} disabled={!canRedo} onClick={() => session.redo()}>
        <DrawIcon name="redo" />
      </IconButton>
    </>
  );
}

function SelectedTools({
  session,
  drawing,
  onTools,
}: {
  session: DrawingSession;
  drawing: Drawing;
  onTools: () => void;
}) {
  const { t } = useTranslation();
  const { id, kind, locked, color } = drawing;
  return (
    <>
      <IconButton label={t('draw.tools')} onClick={onTools}>
        <Icon name="back" mirrored />
      </IconButton>
      <Separator />
      <IconButton label={t(locked ? 'draw.unlock' : 'draw.lock')} onClick={() => session.edit(id, { locked: !locked })}>
        {locked ? <Icon name="lock" /> : <DrawIcon name="unlock" />}
      </IconButton>
      <IconButton label={t('draw.hide')} onClick={() => session.edit(id, { hidden: true })}>
        <Icon name="eyeOff" />
      </IconButton>
      {kind === 'text' && (
        <IconButton label={t('draw.words')} disabled={locked} onClick={() => session.editText(id)}>
          <DrawIcon name="text" />
        </IconButton>
      )}
      <IconButton label={t('draw.remove')} disabled={locked} onClick={() => session.remove(id)}>
        <DrawIcon name="remove" />
      </IconButton>
      <UndoRedo session={session} />
      <Separator />
      {COLORS.map((name, i) => (
        <IconButton
          key={name}
          label={t('draw.color', { number: i + 1 })}
          data-swatch=""
          aria-pressed={name === color}
          onClick={() => session.edit(id, { color: name })}
        >
          <span className={styles.swatch} style={{ color: `var(--${name})` }} />
        </IconButton>
      ))}
    </>
  );
}
