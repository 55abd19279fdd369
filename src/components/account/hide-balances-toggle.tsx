// Toggle that hides all amounts of the account; the choice is stored.
import { useTranslation } from '../../locales/use-translation.ts';
import { amountsHidden, hideAmounts } from '../../stores/ui/privacy.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export function HideBalancesToggle() {
  const { t } = useTranslation();
  const hidden = useSignalValue(amountsHidden);
  return (
    <IconButton label={t(hidden ? 'home.show' : 'home.hide')} onClick={() => hideAmounts(!hidden)}>
      <Icon name={hidden ? 'eyeOff' : 'eye'} />
    </IconButton>
  );
}
