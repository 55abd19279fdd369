// The spot order form: side, type, price, size, share of the balance, cost and submit.
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { SIDES } from '../../../core/orders/spot-order.ts';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { useFundStep } from '../../components/ticket/fund-button.tsx';
import { lazySheet } from '../../components/common/lazy-component.tsx';
import {
  TicketFigures,
  TicketForm,
  TicketPrice,
  TicketSubmit,
  objectionId,
} from '../../components/ticket/order-ticket.tsx';
import { Shares, StackedField, UnitSelect } from '../../components/ticket/ticket-fields.tsx';
import { TimeInForce } from '../../components/ticket/time-in-force.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { fieldObjection } from '../../components/common/refusal-text.ts';
import { separate } from '../../stores/market/number-format.ts';
import { type SpotTicketDraft, inUnit, percentOf, sizeField, typedField } from './spot-ticket.ts';
import { useSpotFigures, useSpotRows } from './spot-figures.ts';
import { type SpotTicket, storeSide } from './use-spot-ticket.ts';

const TEST_ID = 'ticket-submit';

/** Loaded when it is first opened. */
const StopSheet = lazySheet(
  () => import('./stop-sheet.tsx'),
  (part) => part.StopSheet,
);

export interface SpotTicketFormProps {
  instrument: Instrument;
  ticket: SpotTicket;
  /** The book, beside the fields. */
  beside?: ReactNode;
}

export function SpotTicketForm({ instrument, ticket, beside }: SpotTicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit, validation } = ticket;
  const { info } = instrument;
  const fund = useFundStep('spot', draft.side === 'buy' ? info.quoteCoinId : null);
  const figures = useSpotFigures(instrument, ticket);
  const rows = useSpotRows(instrument, ticket, figures);
  const [stopOpen, setStopOpen] = useState(false);
  const side = (key: SpotTicketDraft['side']): void => {
    storeSide(key);
    edit({ side: key });
  };
  return (
    <TicketForm
      onSubmit={ticket.submit}
      beside={beside}
      submit={
        <TicketSubmit
          ticket={ticket}
          side={draft.side}
          text={submitText(instrument, ticket, t)}
          title={`${t(`trade.${draft.side}`)} ${info.pair}`}
          rows={rows}
          back={`/pages/tabbar/trade?coinInfoId=${info.id}&side=${draft.side}`}
          fund={fund}
          testId={TEST_ID}
        />
      }
    >
      <Segmented
        tone="side"
        label={t('trade.side')}
        value={draft.side}
        onChange={side}
        choices={SIDES.map((key) => ({ key, label: t(`trade.${key}`) }))}
      />
      <TicketPrice
        instrument={instrument}
        ticket={ticket}
        error={fieldObjection(ticket.validation, 'price')}
        reference={() => ticket.context().referenceTicks}
        {...(validation.kind !== 'logIn' && { onStop: () => setStopOpen(true) })}
        name="ticket"
      />
      {createPortal(
        <StopSheet open={stopOpen} onClose={() => setStopOpen(false)} instrument={instrument} side={draft.side} />,
        document.body,
      )}
      <SizeField instrument={instrument} ticket={ticket} />
      <TicketFigures figures={[{ key: 'available', label: t('trade.available'), text: figures.available }]} />
      <Shares
        percent={percentOf(instrument, draft, ticket.context())}
        chosen={draft.percent}
        disabled={validation.kind === 'logIn' || validation.kind === 'closed' || fund !== null}
        onShare={(percent) => edit({ percent })}
      />
      <TimeInForce orderType={draft.orderType} />
      <TicketFigures figures={rows.filter(({ key }) => key === 'cost' || key === 'fee')} receipt={rows} />
    </TicketForm>
  );
}

function SizeField({ instrument, ticket }: SpotTicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit } = ticket;
  const field = typedField(draft);
  const [base, quote] = [baseSymbol(instrument.info), quoteSymbol(instrument.info)];
  const units = [
    { key: 'base', label: base },
    { key: 'quote', label: quote },
  ] as const;
  // A market order is sent by the unit that the exchange takes it in: there is nothing to choose.
  const offered =
    draft.orderType === 'limit' ? units : units.filter(({ key }) => (key === 'quote') === (field === 'total'));
  return (
    <StackedField
      key={field}
      label={t(`trade.${field}`)}
      value={draft[field]}
      onValue={(text) => edit({ [field]: text, percent: null })}
      decimals={field === 'total' ? 2 : instrument.amount.decimals}
      suffix={
        <UnitSelect
          value={field === 'total' ? 'quote' : 'base'}
          choices={offered}
          onChange={(unit) => edit(inUnit(instrument, draft, unit, ticket.context()))}
        />
      }
      error={fieldObjection(ticket.validation, field)}
      errorId={objectionId(TEST_ID)}
      testId={`ticket-${field}`}
    />
  );
}

/** What the order does, or what is missing. */
function submitText(instrument: Instrument, { validation, draft }: SpotTicket, t: Translate): string {
  const coin = baseSymbol(instrument.info);
  if (validation.kind === 'missing')
    return t(
      ({ price: 'trade.missingPrice', amount: 'trade.missingAmount', total: 'trade.missingTotal' } as const)[
        validation.field
      ],
    );
  if (sizeField(draft) === 'total')
    return t('trade.buyFor', { coin, amount: separate(draft.total), quote: quoteSymbol(instrument.info) });
  return t(draft.side === 'buy' ? 'trade.buyOf' : 'trade.sellOf', { amount: separate(draft.amount), coin });
}
