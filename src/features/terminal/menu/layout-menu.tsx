// Named layouts in the sheet of panels: choose, save, rename, delete.
import { useState } from 'react';
import { MAX_LAYOUT_NAME_CHARACTERS } from '../../../../core/endpoints/layout.ts';
import { errorText } from '../../../components/common/error-text.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import {
  type Layout,
  chooseLayout,
  layouts,
  removeLayout,
  renameLayout,
  restoreLayout,
  saveLayout,
} from '../../../stores/account/layouts.ts';
import { isLoggedIn } from '../../../stores/account/session.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { useLayouts } from './use-layouts.ts';
import styles from '../terminal.module.css';

/** How long undo is offered. */
const UNDO_TOAST_MS = 6_000;

/** Another device has changed the layout, or the name is taken. */
class Conflict extends Error {}

interface LayoutActions {
  busy: boolean;
  save: (name: string) => void;
  rename: (layout: Layout, name: string) => void;
  remove: (layout: Layout) => void;
}

/** Changes layouts; a toast has the outcome, and undoes a removal. */
function useLayoutActions(): LayoutActions {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const act = (work: Promise<string>): void => {
    setBusy(true);
    work
      .then(
        (text) => showToast(text, 'success'),
        (cause: unknown) => showToast(cause instanceof Conflict ? t('layout.changed') : errorText(cause, t), 'error'),
      )
      .finally(() => setBusy(false));
  };
  const remove = (layout: Layout): void => {
    const undo = (): void => act(restoreLayout(layout).then(() => t('layout.saved', { name: layout.name })));
    removeLayout(layout).then(
      (gone) =>
        gone
          ? showToast(t('layout.removed', { name: layout.name }), 'success', UNDO_TOAST_MS, {
              label: t('lines.undo'),
              run: undo,
            })
          : showToast(t('layout.changed'), 'error'),
      (cause: unknown) => showToast(errorText(cause, t), 'error'),
    );
  };
  return {
    busy,
    save: (name) => act(saveLayout(name).then((given) => t('layout.saved', { name: given }))),
    rename: (layout, name) =>
      act(
        renameLayout(layout, name).then((done) => {
          if (!done) throw new Conflict();
          return t('layout.saved', { name });
        }),
      ),
    remove,
  };
}

export function LayoutMenu() {
  const { t } = useTranslation();
  const list = useSignalValue(layouts);
  const loggedIn = useSignalValue(isLoggedIn);
  const [name, setName] = useState('');
  /** The layout that is being renamed. */
  const [renamed, setRenamed] = useState<Layout | null>(null);
  const exists = list.some((each) => each.name === name.trim());
  const { busy, save: saveAs, rename, remove } = useLayoutActions();
  useLayouts();
  const save = (): void => {
    const wanted = name.trim();
    setName('');
    setRenamed(null);
    if (renamed) rename(renamed, wanted);
    else saveAs(wanted);
  };
  return (
    <section className={styles.layouts} aria-label={t('layout.title')}>
      <h3>{t('layout.title')}</h3>
      {list.length > 0 && (
        <ul>
          {list.map((layout) => (
            <LayoutRow
              key={layout.name}
              layout={layout}
              isRenamed={renamed?.name === layout.name}
              busy={busy}
              onRename={() => {
                setRenamed(layout);
                setName(layout.name);
              }}
              onRemove={() => remove(layout)}
            />
          ))}
        </ul>
      )}
      <form
        className={styles.layoutForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save();
        }}
      >
        <TextField
          label={t('layout.name')}
          value={name}
          onValue={(text) => setName(text.slice(0, MAX_LAYOUT_NAME_CHARACTERS))}
          data-testid="layout-name"
        />
        <Button type="submit" busy={busy} disabled={name.trim() === ''} data-testid="layout-save">
          {t(renamed ? 'layout.renameNow' : exists ? 'layout.replace' : 'layout.save')}
        </Button>
      </form>
      {!loggedIn && <p className={styles.hint}>{t('layout.deviceOnly')}</p>}
    </section>
  );
}

interface LayoutRowProps {
  layout: Layout;
  isRenamed: boolean;
  busy: boolean;
  onRename: () => void;
  onRemove: () => void;
}

/** A press on the name shows the layout. */
function LayoutRow({ layout, isRenamed, busy, onRename, onRemove }: LayoutRowProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.choice}>
      <button type="button" className={styles.layout} onClick={() => chooseLayout(layout)}>
        <bdi>{layout.name}</bdi>
      </button>
      <IconButton label={t('layout.rename', { name: layout.name })} aria-pressed={isRenamed} onClick={onRename}>
        <Icon name="paper" size={18} />
      </IconButton>
      <IconButton label={t('layout.remove', { name: layout.name })} disabled={busy} onClick={onRemove}>
        <Icon name="close" size={18} />
      </IconButton>
    </li>
  );
}
