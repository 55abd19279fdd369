// Confirmation of an order: its rows and warnings, and one button that names the act.
import { type ReactNode, useState } from 'react';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { OrderSubmission } from '../../hooks/use-order-submission.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { connection, serverNow } from '../../stores/market/connection.ts';
import { isDemo } from '../../stores/market/exchange-mode.ts';
import { moneyText } from '../../stores/market/number-format.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { FreshZone } from '../market/feed-status.tsx';
import { type OrderWarning, ownOrderLimit } from '../ticket/order-warnings.ts';
import { slippageText } from '../ticket/slippage.ts';
import { type OrderRow, OrderRows } from './order-rows.tsx';
import styles from './order-rows.module.css';

export interface OrderConfirmationProps {
  submission: OrderSubmission;
  title: string;
  rows: readonly OrderRow[];
  side: Side;
  /** Label of the button: what it does. */
  label: string;
  /** The ticket behind it would no longer send the order. */
  blocked?: boolean;
}

export function OrderConfirmation({ submission, title, rows, side, label, blocked = false }: OrderConfirmationProps) {
  const { t } = useTranslation();
  const { phase, warnings, waits, confirm, cancel } = submission;
  const [notAgain, setNotAgain] = useState(false);
  const send = (): void => {
    if (waits && notAgain) stored('fxproConfirm').value = 'now';
    confirm();
  };
  return (
    <ConfirmationSheet
      open={phase === 'confirming'}
      title={title}
      rows={rows}
      kind={side === 'buy' ? 'up' : 'down'}
      label={label}
      blocked={blocked}
      onConfirm={send}
      onCancel={cancel}
      choice={
        waits &&
        stored('fxproConfirm').peek() === '1' && (
          <Checkbox checked={notAgain} onChecked={setNotAgain}>
            {t('ticket.notAgain')}
          </Checkbox>
        )
      }
    >
      {warnings.length > 0 && (
        <ul className={`warned ${styles.warnings}`}>
          {warnings.map((warning) => (
            <li key={warning}>{warningText(warning, t)}</li>
          ))}
        </ul>
      )}
    </ConfirmationSheet>
  );
}

export interface ConfirmationSheetProps {
  open: boolean;
  title: string;
  rows: readonly OrderRow[];
  kind: 'up' | 'down';
  label: string;
  /** The act is not possible now, for the reason below the rows. */
  blocked?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Beside the demo badge. */
  choice?: ReactNode;
  /** Below the rows. */
  children?: ReactNode;
}

/** A sheet with the rows of an act and one button in the colour of its side. Nothing is sent without the feed. */
export function ConfirmationSheet({
  open,
  title,
  rows,
  kind,
  label,
  blocked = false,
  onConfirm,
  onCancel,
  choice,
  children,
}: ConfirmationSheetProps) {
  const { t } = useTranslation();
  const connected = useSignalValue(connection.state) === LINK.open;
  return (
    <Sheet open={open} onClose={onCancel} title={title} closeLabel={t('app.close')}>
      {/* Its prices may go stale while it is open: marked without moving the button. */}
      <FreshZone>
        <OrderRows rows={rows} />
      </FreshZone>
      {children}
      <div className={styles.foot}>
        {choice}
        <DemoBadge />
      </div>
      <div className={styles.confirm}>
        <Button kind={kind} wide disabled={blocked || !connected} onClick={onConfirm} data-testid="confirm-order">
          <bdi>{connected ? label : t('trade.offline')}</bdi>
        </Button>
      </div>
    </Sheet>
  );
}

function warningText(warning: OrderWarning, t: Translate): string {
  if (warning === 'size') return t('trade.worry.size', { most: moneyText(ownOrderLimit(serverNow())) });
  if (warning === 'slip') return t('trade.worry.slip', { limit: slippageText(stored('fxproSlippage').peek(), t) });
  return t(`trade.worry.${warning}`);
}

function DemoBadge() {
  const { t } = useTranslation();
  return useSignalValue(isDemo) === true && <span className={styles.demo}>{t('ticket.demo')}</span>;
}
