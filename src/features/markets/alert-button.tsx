// The button in a market row that opens the alert form.
import { useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { myAlerts } from '../../stores/account/alerts.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './markets.module.css';

const LazyAlertForm = lazyBlock(
  () => import('../../components/market/alert-form.tsx'),
  ({ AlertForm: part }) => part,
);

export function AlertButton({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { id, pair, symbol } = instrument.info;
  const hasAlert = (useSignalValue(myAlerts) ?? []).some(
    ({ coinInfoId, waiting }) => coinInfoId === id && waiting === 1,
  );
  const title = t('alert.setOf', { pair });
  const close = (): void => setOpen(false);
  return (
    <>
      <IconButton label={title} onClick={() => setOpen(true)} data-testid={`bell-${symbol}`}>
        <span className={hasAlert ? styles.starred : styles.unstarred}>
          <Icon name="bell" size={18} filled={hasAlert} />
        </span>
      </IconButton>
      <Sheet open={open} onClose={close} title={title} closeLabel={t('app.close')}>
        <LazyAlertForm
          market={instrument}
          onSet={() => {
            close();
            showToast(t('alert.isSet'), 'success');
          }}
        />
      </Sheet>
    </>
  );
}
