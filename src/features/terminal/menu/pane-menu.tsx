// A button with the panes of the terminal: which are shown, and back to the usual sizes.
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { PANES, type Pane, paneLayout, resetPanes, showPanes } from '../pane-sizes.ts';
import styles from '../terminal.module.css';
import { ChartMenu } from './chart-menu.tsx';
import { LayoutMenu } from './layout-menu.tsx';

export function PaneMenu() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { hidden } = useSignalValue(paneLayout);
  const isShown = (pane: Pane): boolean => !hidden.includes(pane);
  const toggle = (pane: Pane, on: boolean): void =>
    showPanes(PANES.filter((each) => (each === pane ? on : isShown(each))));
  return (
    <>
      <IconButton label={t('terminal.panes')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="sliders" size={20} />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('terminal.panes')} closeLabel={t('app.close')}>
        {PANES.map((pane) => (
          <p key={pane} className={styles.choice}>
            <span>{t(`terminal.pane.${pane}`)}</span>
            <Switch label={t(`terminal.pane.${pane}`)} on={isShown(pane)} onChange={(on) => toggle(pane, on)} />
          </p>
        ))}
        <ChartMenu />
        <LayoutMenu />
        <Button wide onClick={resetPanes}>
          {t('terminal.resetPanes')}
        </Button>
      </Sheet>
    </>
  );
}
