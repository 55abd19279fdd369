// The order form of seconds contracts: period, amount, cost, return, and buttons for up and down.
import { Link } from '@tanstack/react-router';
import type { Period } from '../../../core/endpoints/binary-option-endpoints.ts';
import { SECONDS_DIRECTIONS, type SecondsDirection } from '../../../core/risk/binary-option.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { FundButton, useFundStep } from '../../components/ticket/fund-button.tsx';
import type { Units } from '../../../core/units/units.ts';
import { ConfirmationSheet } from '../../components/order-review/order-confirmation.tsx';
import { refusalText } from '../../components/common/refusal-text.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { UNKNOWN, moneyText, percentText, separate } from '../../stores/market/number-format.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { periodText } from './seconds-text.ts';
import { amountChips, figuresOf } from './seconds-ticket.ts';
import styles from './seconds.module.css';
import type { SecondsTicket } from './use-seconds-ticket.ts';

const ARROWS = { up: '↑', down: '↓' } as const;

export function SecondsTicketForm({ ticket }: { ticket: SecondsTicket }) {
  const { t } = useTranslation();
  const { draft, edit, context, validation, terms } = ticket;
  const figures = figuresOf(terms, draft.amount);
  const objection = objectionOf(ticket, t);
  return (
    <section className={styles.ticket} aria-label={t('seconds.ticket')}>
      <Periods ticket={ticket} />
      {ticket.period && <p className={styles.chosen}>{chosenText(ticket.period, t)}</p>}
      <NumberField
        label={t('seconds.amount')}
        value={draft.amount}
        onValue={(amount) => edit({ amount })}
        suffix="USDT"
        placeholder={
          terms ? t('seconds.range', { min: moneyText(terms.minUnits), max: moneyText(terms.maxUnits) }) : undefined
        }
        error={validation.kind === 'refused' ? objection : undefined}
        errorId="seconds-objection"
        testId="seconds-amount"
      />
      <AmountChips ticket={ticket} />
      <dl className={styles.figures}>
        <Fact label={t('seconds.available')} className="num">
          {context.availableUnits === null ? UNKNOWN : moneyText(context.availableUnits)}
        </Fact>
        <Fact label={t('seconds.fee')} className="num">
          {figures ? moneyText(figures.feeUnits) : UNKNOWN}
        </Fact>
        <Fact label={t('seconds.cost')} className="num">
          {figures ? moneyText(figures.debitUnits) : UNKNOWN}
        </Fact>
        <Fact label={t('seconds.return')} className={`num ${styles.return}`} data-testid="seconds-return">
          {figures ? moneyText(figures.returnUnits) : UNKNOWN}
        </Fact>
      </dl>
      <BuyBar ticket={ticket} objection={objection} />
      <PurchaseConfirmation ticket={ticket} />
    </section>
  );
}

/** Up and down, or the way to money, at the lower edge of a phone's screen; an objection grows it upwards. */
function BuyBar({ ticket, objection }: { ticket: SecondsTicket; objection: string | undefined }) {
  const { t } = useTranslation();
  const fund = useFundStep('spot', USDT_ID);
  return (
    <div className={styles.bar}>
      {objection !== undefined && fund === null && (
        <p className="warned" id="seconds-objection" role="status">
          {objection}
          {ticket.validation.kind === 'ownLimit' && (
            <Link className={styles.link} to="/pages/set/limit">
              {t('seconds.ownLimits')}
            </Link>
          )}
        </p>
      )}
      {fund === null ? (
        <div className={styles.sides}>
          {SECONDS_DIRECTIONS.map((direction) => (
            <BuyButton key={direction} ticket={ticket} direction={direction} />
          ))}
        </div>
      ) : (
        <FundButton step={fund} testId="seconds-fund" />
      )}
    </div>
  );
}

function Periods({ ticket: { periods, period, edit } }: { ticket: SecondsTicket }) {
  const { t } = useTranslation();
  return (
    <div className={styles.periods} role="radiogroup" aria-label={t('seconds.period')}>
      {periods.map((one) => (
        <button
          key={one.period}
          type="button"
          role="radio"
          className={styles.period}
          aria-checked={one === period}
          disabled={one.enable === 0}
          onClick={() => edit({ period: one.period })}
          data-testid={`period-${one.period}`}
        >
          <b>{periodText(one.period, t)}</b>
          {one.enable === 0 ? (
            <small>{t('seconds.notOffered')}</small>
          ) : (
            <span className={`num ${styles.rate}`}>+{percentText(one.profitRate, 0)}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Profit of the chosen period, and the share of wins that it takes. */
function chosenText({ profitRate, breakEven }: Period, t: Translate): string {
  const share = breakEven === undefined ? UNKNOWN : percentText(breakEven, 1);
  return `${t('seconds.wins', { rate: percentText(profitRate, 0) })} · ${t('seconds.breakEven', { share })}`;
}

function AmountChips({ ticket: { terms, context, draft, edit } }: { ticket: SecondsTicket }) {
  const { t } = useTranslation();
  const { round, most } = amountChips(terms, context);
  return (
    <div className={styles.chips} role="group" aria-label={t('seconds.amounts')}>
      {round.map((amount) => (
        <button
          key={amount}
          type="button"
          className={styles.chip}
          aria-pressed={draft.amount === amount}
          onClick={() => edit({ amount })}
        >
          {amount}
        </button>
      ))}
      <button
        type="button"
        className={styles.chip}
        aria-pressed={most !== '' && draft.amount === most}
        disabled={most === ''}
        aria-label={most === '' ? t('seconds.noMost') : t('seconds.most')}
        onClick={() => edit({ amount: most })}
      >
        {t('seconds.most')}
      </button>
    </div>
  );
}

function BuyButton({ ticket, direction }: { ticket: SecondsTicket; direction: SecondsDirection }) {
  const { t } = useTranslation();
  const { validation, busy } = ticket;
  const text = buyButtonText(ticket, t);
  return (
    <Button
      kind={direction}
      wide
      busy={busy}
      disabled={validation.kind !== 'ready'}
      aria-describedby={objectionOf(ticket, t) === undefined ? undefined : 'seconds-objection'}
      onClick={() => ticket.buy(direction)}
      data-testid={`buy-${direction}`}
    >
      <span className={styles.buyLabel}>
        <b>
          {ARROWS[direction]} {t(`seconds.${direction}`)}
        </b>
        <small key={text}>{text}</small>
      </span>
    </Button>
  );
}

/** Label of a buy button: what it does, or why it is disabled. */
function buyButtonText({ validation, draft }: SecondsTicket, t: Translate): string {
  if (validation.kind === 'paused' && validation.why === 'noPrice') return t('seconds.pause.noPrice');
  if (validation.kind !== 'ready') return t(validation.kind === 'missing' ? 'seconds.missing' : 'seconds.waits');
  const text = t('seconds.does', {
    amount: separate(draft.amount),
    period: periodText(draft.period, t).replaceAll(' ', '\u00a0'),
    back: moneyText(validation.figures.returnUnits),
  });
  // No line begins with a unit, a dot or the last amount.
  return text.replaceAll(/ (?=·|[^ ]*$)/g, '\u00a0');
}

/** Localised objection; undefined where the order can be bought, and before the first price, which is near. */
function objectionOf({ validation }: Pick<SecondsTicket, 'validation'>, t: Translate): string | undefined {
  if (validation.kind === 'paused')
    return validation.why === 'noPrice' ? undefined : t(`seconds.pause.${validation.why}`);
  if (validation.kind === 'refused') return refusalText(validation.refusal);
  if (validation.kind === 'ownLimit') return t(`seconds.over.${validation.limit}`, { most: separate(validation.most) });
  return undefined;
}

function PurchaseConfirmation({ ticket }: { ticket: SecondsTicket }) {
  const { t } = useTranslation();
  const { confirming, validation, draft, pair } = ticket;
  const direction = confirming ?? 'up';
  const period = periodText(draft.period, t);
  const money = (units: Units | undefined): string => (units === undefined ? UNKNOWN : `${moneyText(units)} USDT`);
  const figures = validation.kind === 'ready' ? validation.figures : undefined;
  return (
    <ConfirmationSheet
      open={confirming !== null}
      title={pair}
      rows={[
        {
          key: 'side',
          label: t('ticket.side'),
          text: `${ARROWS[direction]} ${t(`seconds.${direction}`)} · ${period}`,
          tone: direction,
        },
        { key: 'cost', label: t('seconds.cost'), text: money(figures?.debitUnits) },
        { key: 'fee', label: t('seconds.fee'), text: money(figures?.feeUnits) },
        { key: 'win', label: t('seconds.ifWin'), text: money(figures?.returnUnits) },
        { key: 'lose', label: t('seconds.ifLose'), text: money(0n) },
      ]}
      kind={direction}
      label={t(`seconds.confirm.${direction}`, { amount: separate(draft.amount), period })}
      blocked={figures === undefined}
      onConfirm={ticket.confirm}
      onCancel={ticket.cancelConfirmation}
    >
      {figures === undefined && <p className="warned">{objectionOf(ticket, t)}</p>}
    </ConfirmationSheet>
  );
}
