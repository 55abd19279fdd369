// The sheet of all indicators, with an editor for a selected one.
import { useState } from 'react';
import type { IndicatorPane } from '../../../../chart/indicators/indicator-looks.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { lazyBlock } from '../../../components/common/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import {
  type EditedIndicator,
  type SelectedIndicator,
  INDICATORS_OF,
  withReplaced,
  withMoved,
} from '../selected-indicators.ts';
import { storeSelectedIndicators, useSelectedIndicators } from '../use-indicators.ts';
import { isExplained } from './explained.ts';
import { IndicatorEdit } from './indicator-edit.tsx';
import { IndicatorList } from './indicator-list.tsx';
import styles from './settings.module.css';

const IndicatorExplanation = lazyBlock(
  () => import('./indicator-explanation.tsx'),
  ({ IndicatorExplanation: part }) => part,
);

export interface IndicatorSheetProps {
  open: boolean;
  onClose: () => void;
  /** The indicator whose editor or explanation it opens with; null: the list. */
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
  const one = edited && !edited.isExplained && lists[edited.pane].find(({ name }) => name === edited.name);
  const explained = edited?.isExplained && isExplained(edited.name) ? edited.name : null;
  const shown = explained ?? (one ? one.name : null);
  return (
    <Sheet
      open={open}
      onClose={close}
      title={shown ? `${shown} · ${t(`ind.${shown}`)}` : t('ind.title')}
      closeLabel={t('app.close')}
    >
      {explained ? (
        <>
          <BackToAll onBack={() => setEdited(null)} />
          <IndicatorExplanation name={explained} />
        </>
      ) : edited && one ? (
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
            onExplain={(name) => setEdited({ pane: place, name, isExplained: true })}
          />
        ))
      )}
    </Sheet>
  );
}

function BackToAll({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <Button kind="ghost" small onClick={onBack}>
      <Icon name="back" size={18} mirrored />
      {t('ind.all')}
    </Button>
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
        <BackToAll onBack={onBack} />
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
      {isExplained(one.name) && <IndicatorExplanation name={one.name} />}
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
