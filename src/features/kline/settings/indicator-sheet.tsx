// The sheet of indicators: all there are, those that are on first and in their order; a tap on one leads to its
// parameters.
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { INDICATORS_OF, type Chosen, type IndicatorPlace, changed, moved } from '../chosen-indicators.ts';
import { choose, useChosen } from '../use-indicators.ts';
import { IndicatorEdit } from './indicator-edit.tsx';
import { IndicatorList } from './indicator-list.tsx';
import styles from './settings.module.css';

interface Edited {
  place: IndicatorPlace;
  name: Chosen['name'];
}

export function IndicatorSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<Edited | null>(null);
  const main = useChosen('main');
  const sub = useChosen('sub');
  const lists = { main, sub };
  const close = (): void => {
    setEdited(null);
    onClose();
  };
  const one = edited && lists[edited.place].find(({ name }) => name === edited.name);
  return (
    <Sheet
      open={open}
      onClose={close}
      title={one ? `${one.name} · ${t(`ind.${one.name}`)}` : t('ind.title')}
      closeLabel={t('app.close')}
    >
      {edited && one ? (
        <Editing place={edited.place} chosen={lists[edited.place]} one={one} onBack={() => setEdited(null)} />
      ) : (
        (['main', 'sub'] as const).map((place) => (
          <IndicatorList
            key={place}
            place={place}
            names={INDICATORS_OF[place]}
            chosen={lists[place]}
            onChosen={(next) => choose(place, next)}
            onEdit={(name) => setEdited({ place, name })}
          />
        ))
      )}
    </Sheet>
  );
}

function Editing({
  place,
  chosen,
  one,
  onBack,
}: {
  place: IndicatorPlace;
  chosen: readonly Chosen[];
  one: Chosen;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const at = chosen.indexOf(one);
  const move = (by: 1 | -1): void => choose(place, moved(chosen, at, at + by));
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
              choose(place, chosen.toSpliced(at, 1));
              onBack();
            }}
          >
            {t('ind.remove')}
          </Button>
        </span>
      </div>
      <IndicatorEdit
        key={one.name}
        place={place}
        chosen={chosen}
        one={one}
        onApply={(next) => {
          choose(place, changed(chosen, next));
          onBack();
        }}
      />
    </>
  );
}
