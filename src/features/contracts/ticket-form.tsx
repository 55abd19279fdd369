// The contract ticket on screen: direction, type, price, amount, take-profit and stop-loss, what it costs, and the button that says what it will do.
import { useNavigate } from '@tanstack/react-router';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import type { Instrument } from '../../../contract/instrument.ts';
import { DIRECTIONS } from '../../../contract/margin.ts';
import { ORDER_TYPES } from '../../../contract/order.ts';
import { printScaled } from '../../../contract/units.ts';
import { closedText } from '../../cells/closed-market.ts';
import styles from '../../cells/desk.module.css';
import { baseSymbol, quoteSymbol } from '../../cells/quote-symbol.ts';
import { refusalText } from '../../cells/refusal-text.ts';
import { PriceField, Shares } from '../../cells/ticket-fields.tsx';
import { stepPrice } from '../../cells/ticket-text.ts';
import { UNKNOWN, separate } from '../../state/digits.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { type Field, preview, shareText } from './contract-ticket.ts';
import own from './contracts.module.css';
import { ContractFigures } from './ticket-figures.tsx';
import type { ContractTicket } from './use-contract-ticket.ts';

export interface ContractFormProps {
  instrument: Instrument;
  ticket: ContractTicket;
}

export function ContractForm({ instrument, ticket }: ContractFormProps) {
  const { t } = useTranslation();
  const { draft, edit, verdict, terms } = ticket;
  return (
    <form
      className={styles.ticket}
      onSubmit={(event) => {
        event.preventDefault();
        ticket.submit();
      }}
    >
      <Segmented tone="side" label={t('contracts.direction')} value={draft.direction} onChange={(direction) => edit({ direction })} choices={DIRECTIONS.map((key) => ({ key, label: t(`contracts.${key}`) }))} />
      <Segmented label={t('trade.type')} value={draft.orderType} onChange={(orderType) => edit({ orderType })} choices={ORDER_TYPES.map((key) => ({ key, label: t(`trade.${key}`) }))} />
      {draft.orderType === 'market'
        ? <p className={styles.marketPrice}>{t('trade.marketPrice')}</p>
        : (
          <PriceField
            label={t('trade.price')}
            value={draft.price}
            onValue={(price) => edit({ price })}
            decimals={instrument.price.decimals}
            error={objection(ticket, 'price')}
            onStep={(steps) => edit({ price: stepPrice(instrument, draft.price, steps, ticket.around().markTicks || ticket.around().lastTicks) })}
            testId="contract-price"
          />
        )}
      <NumberField
        label={t('trade.amount')}
        value={draft.amount}
        onValue={(amount) => edit({ amount })}
        decimals={instrument.amount.decimals}
        suffix={baseSymbol(instrument.info)}
        error={objection(ticket, 'amount')}
        testId="contract-amount"
      />
      <Shares
        disabled={verdict.kind === 'logIn' || verdict.kind === 'closed'}
        onShare={(percent) => edit({ amount: shareText(instrument, terms, draft, percent, ticket.around()) })}
      />
      <Triggers instrument={instrument} ticket={ticket} />
      <ContractFigures instrument={instrument} terms={terms} draft={draft} />
      <SubmitButton instrument={instrument} ticket={ticket} />
      <Question instrument={instrument} ticket={ticket} />
    </form>
  );
}

function objection(ticket: ContractTicket, field: Field | null): string | undefined {
  const { verdict } = ticket;
  return verdict.kind === 'refused' && verdict.field === field ? refusalText(verdict.refusal) : undefined;
}

function Triggers({ instrument, ticket }: ContractFormProps) {
  const { t } = useTranslation();
  const { draft, edit } = ticket;
  const { decimals } = instrument.price;
  return (
    <>
      <p className={own.switchRow}>
        <span>{t('contracts.triggers')}</span>
        <Switch label={t('contracts.triggers')} on={draft.triggers} onChange={(triggers) => edit({ triggers })} />
      </p>
      {draft.triggers && (
        <>
          <NumberField label={t('contracts.profitPrice')} value={draft.profit} onValue={(profit) => edit({ profit })} decimals={decimals} error={objection(ticket, 'profit')} testId="contract-profit" />
          <NumberField label={t('contracts.lossPrice')} value={draft.loss} onValue={(loss) => edit({ loss })} decimals={decimals} error={objection(ticket, 'loss')} testId="contract-loss" />
        </>
      )}
    </>
  );
}

function SubmitButton({ instrument, ticket }: ContractFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { verdict, draft, phase, connected } = ticket;
  if (verdict.kind === 'logIn') {
    const back = `/pages/tabbar/contracts?coinInfoId=${instrument.info.id}`;
    return <Button kind="primary" wide onClick={() => void navigate({ to: '/pages/common/login', search: { back } })}>{t('trade.logIn')}</Button>;
  }
  const whole = objection(ticket, null);
  return (
    <>
      {whole !== undefined && <p className={styles.objection} id="contract-objection">{whole}</p>}
      {whole !== undefined && <Button small onClick={() => void navigate({ to: '/pages/wallet/transfer' })}>{t('contracts.transfer')}</Button>}
      <Button
        kind={draft.direction === 'long' ? 'up' : 'down'}
        wide
        type="submit"
        busy={phase === 'sending' || phase === 'checking'}
        disabled={verdict.kind !== 'ready' || !connected}
        aria-describedby={whole === undefined ? undefined : 'contract-objection'}
        data-testid="contract-submit"
      >
        <span className={styles.does}>{buttonText(instrument, ticket, t)}</span>
      </Button>
    </>
  );
}

/** What the button does, or why it does not. */
function buttonText(instrument: Instrument, ticket: ContractTicket, t: Translate): string {
  const { verdict, draft, phase } = ticket;
  if (verdict.kind === 'closed') return closedText(verdict.closed, t);
  if (phase === 'checking') return t('trade.checking');
  if (phase === 'sending') return t('trade.sending');
  if (!ticket.connected) return t('trade.offline');
  if (verdict.kind === 'missing') return t(verdict.field === 'price' ? 'trade.missingPrice' : 'trade.missingAmount');
  return t(draft.direction === 'long' ? 'contracts.openLongOf' : 'contracts.openShortOf', { amount: draft.amount, coin: baseSymbol(instrument.info) });
}

/** The order once more, with what it costs and where it is liquidated. */
function Question({ instrument, ticket }: ContractFormProps) {
  const { t } = useTranslation();
  const { draft, terms, phase } = ticket;
  const figures = phase === 'asking' ? preview(instrument, terms, draft, ticket.around().lastTicks) : null;
  return (
    <ConfirmSheet
      open={phase === 'asking'}
      title={buttonText(instrument, ticket, t)}
      text={t('contracts.confirmText', {
        pair: instrument.info.pair,
        multiple: draft.multiple,
        price: draft.orderType === 'market' ? t('trade.market') : draft.price,
        margin: figures ? separate(printScaled(figures.cost.marginUnits / 1_000_000n, 2)) : UNKNOWN,
        coin: quoteSymbol(instrument.info),
      })}
      confirmLabel={t('app.confirm')}
      cancelLabel={t('app.cancel')}
      closeLabel={t('app.close')}
      onConfirm={ticket.confirm}
      onCancel={ticket.withdraw}
    />
  );
}
