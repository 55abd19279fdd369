// The sheet of all indicators, with an editor for a selected one.
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import {
  type EditedIndicator,
  INDICATORS_OF,
  type SelectedIndicator,
  type IndicatorPane,
  withReplaced,
  withMoved,
} from '../selected-indicators.ts';
import { storeSelectedIndicators, useSelectedIndicators } from '../use-indicators.ts';
import { IndicatorEdit } from './indicator-edit.tsx';
import { IndicatorList } from './indicator-list.tsx';
import styles from './settings.module.css';

export interface IndicatorSheetProps {
  open: boolean;
  onClose: () => void;
  /** The indicator whose editor it opens with; null: the list. */
  first: EditedIndicator | null;
}

export function IndicatorSheet({ open, onClose, first }: IndicatorSheetProps) {
  const { t } = useTranslation();
  /** Undefined until the user chose in this sheet. */
  const [picked, setEdited] = useState<EditedIndicator | null | undefined>(undefined);
  const edited = picked === undefined ? first : picked;
  const main = useSelectedIndicators('main');
  const sub = useSelectedIndicators('sub');
  const lists = { main, sub };
  const close = (): void => {
    setEdited(undefined);
    onClose();
  };
  const one = edited && lists[edited.pane].find(({ name }) => name === edited.name);
  return (
    <Sheet
      open={open}
      onClose={close}
      title={one ? `${one.name} · ${t(`ind.${one.name}`)}` : t('ind.title')}
      closeLabel={t('app.close')}
    >
      {edited && one ? (
        <IndicatorEditor pane={edited.pane} chosen={lists[edited.pane]} one={one} onBack={() => setEdited(null)} />
      ) : (
        (['main', 'sub'] as const).map((place) => (
          <IndicatorList
            key={place}
            pane={place}
            names={INDICATORS_OF[place]}
            chosen={lists[place]}
            onChosen={(next) => storeSelectedIndicators(place, next)}
            onEdit={(name) => setEdited({ pane: place, name })}
          />
        ))
      )}
    </Sheet>
  );
}

function IndicatorEditor({
  pane,
  chosen,
  one,
  onBack,
}: {
  pane: IndicatorPane;
  chosen: readonly SelectedIndicator[];
  one: SelectedIndicator;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const at = chosen.indexOf(one);
  const move = (by: 1 | -1): void => storeSelectedIndicators(pane, withMoved(chosen, at, at + by));
  return (
    <>
      <div className={styles.editHead}>
        <Button kind="ghost" small onClick={onBack}>
          <Icon name="back" size={18} mirrored />
          {t('ind.all')}
        </Button>
        <span className={styles.moves}>
          <Button small disabled={at === 0} onClick={() => move(-1)} aria-label={t('ind.up')}>
            <Icon name="up" size={18} />
          </Button>
          <Button small disabled={at === chosen.length - 1} onClick={() => move(1)} aria-label={t('ind.down')}>
            <Icon name="down" size={18} />
          </Button>
          <Button
            small
            onClick={() => {
              storeSelectedIndicators(pane, chosen.toSpliced(at, 1));
              onBack();
            }}
          >
            {t('ind.remove')}
          </Button>
        </span>
      </div>
      <IndicatorEdit
        key={one.name}
        pane={pane}
        chosen={chosen}
        one={one}
        onApply={(next) => {
          storeSelectedIndicators(pane, withReplaced(chosen, next));
          onBack();
        }}
      />
    </>
  );
}
