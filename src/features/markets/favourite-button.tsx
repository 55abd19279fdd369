// The star button that adds or removes a favourite market.
import { useTranslation } from '../../locales/use-translation.ts';
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import { errorText } from '../../components/common/error-text.ts';
import { favourites, setFavourite } from '../../stores/market/favourites.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './markets.module.css';

export function FavouriteButton({ info }: { info: CoinInfo }) {
  const { t } = useTranslation();
  const on = useSignalValue(favourites).includes(info.id);
  const toggle = async (): Promise<void> => {
    try {
      await setFavourite(info.id, !on);
      showToast(t(on ? 'markets.uncollected' : 'markets.collected'), 'success', 1000);
    } catch (error) {
      showToast(errorText(error, t), 'error');
    }
  };
  return (
    <IconButton
      label={t(on ? 'markets.unstar' : 'markets.star', { pair: info.pair })}
      onClick={() => void toggle()}
      data-testid={`star-${info.symbol}`}
    >
      <span className={on ? styles.starred : styles.unstarred}>
        <Icon name="star" size={18} filled={on} />
      </span>
    </IconButton>
  );
}
