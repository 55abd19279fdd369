// Toggle that adds a market to the user's favourites.
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { favourites, setFavourite } from '../../stores/market/favourites.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { errorText } from '../common/error-text.ts';
import styles from './favourite-toggle.module.css';

export function FavouriteToggle({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const { id, pair } = instrument.info;
  const on = useSignalValue(favourites).includes(id);
  const toggle = (): void => {
    setFavourite(id, !on).catch((cause: unknown) => showToast(errorText(cause, t), 'error'));
  };
  return (
    <IconButton label={t(on ? 'markets.unstar' : 'markets.star', { pair })} onClick={toggle}>
      <span className={on ? styles.starred : undefined}>
        <Icon name="star" filled={on} />
      </span>
    </IconButton>
  );
}
