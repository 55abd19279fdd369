// The eye: hides and shows all amounts of the account, and is remembered.
import { useTranslation } from 'react-i18next';
import { stored } from '../state/storage.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSignalValue } from '../ui/use-signal-value.ts';

export function EyeToggle() {
  const { t } = useTranslation();
  const hide = stored('fxproHideAssets');
  const hidden = useSignalValue(hide) === '1';
  return (
    <IconButton
      label={t(hidden ? 'home.show' : 'home.hide')}
      onClick={() => {
        hide.value = hidden ? '0' : '1';
      }}
    >
      <Icon name={hidden ? 'eyeOff' : 'eye'} />
    </IconButton>
  );
}
