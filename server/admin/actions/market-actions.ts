// Actions on markets: open, close-only, halt, delist; announced to all users.
import * as v from 'valibot';
import { wholeIn } from '../../../core/endpoints/form-fields.ts';
import { CLOSE_ONLY, HALTED, TRADING } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { EXCHANGE_UID } from '../../exchange/command.ts';
import { marketNoticeTexts } from '../../services/notifications/notice-messages.ts';
import type { MarketNotice } from '../../services/notifications/messages/message-texts.ts';
import { type ActionDeps, type OperatorCommand, action } from '../action.ts';

const STATUSES = { open: TRADING, 'close-only': CLOSE_ONLY, halted: HALTED } as const;
type StatusWord = keyof typeof STATUSES;

/** A time as an operator writes it: 2026-12-01T08:00Z. */
const utcTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'a moment in UTC'),
);

function formatUtc(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .replace(/(:00)?\.000Z$/, ' UTC');
}

/** Submits a command; throws its refusal. */
async function submitOrThrow(submit: ActionDeps['submit'], command: OperatorCommand): Promise<void> {
  const { answer } = await submit(command);
  if (isReject(answer)) throw new RejectError(answer.code, answer.params);
}

function nameOf({ markets }: ActionDeps, coinInfoId: number): string {
  const name = markets.get(coinInfoId);
  if (name === undefined) throw new RejectError(CODE.notFound);
  return name;
}

/** Announces a change to all users, each in their language, with the operator's reason. Returns the notice's id. */
function announce(
  { identity }: ActionDeps,
  word: MarketNotice,
  { market, atMs, reason }: { market: string; atMs?: number; reason: string },
): Promise<number> {
  const time = atMs === undefined ? '' : formatUtc(atMs);
  const { 'en-US': english, ...others } = marketNoticeTexts(word, market, time, reason);
  return identity.announce(market, english?.content ?? '', '', others);
}

/**
 * Whether it begins or ends a halt while a position depends on the market's price. Nothing is liquidated meanwhile: one
 * person who chooses the moments and has positions both ways could close the one that wins, and leave the loss of the
 * other to the insurance account.
 */
function keepsFromLiquidation(
  { isHalted, isMarkOfPositions }: ActionDeps,
  { coinInfoId, status }: { coinInfoId: number; status: StatusWord },
): boolean {
  return (status === 'halted') !== isHalted(coinInfoId) && isMarkOfPositions(coinInfoId);
}

export const marketActions = {
  'market.status': action(
    'Open a market, leave it to closing, or halt it; announced to all users. It cannot be halted while a seconds contract runs on its price: set it to closing first. While a position depends on its price, a second operator approves the beginning and the end of a halt',
    v.object({ coinInfoId: wholeIn(1, 1_000_000), status: v.picklist(Object.keys(STATUSES) as StatusWord[]) }),
    async (deps, { coinInfoId, status }, { reason }) => {
      const name = nameOf(deps, coinInfoId);
      await submitOrThrow(deps.submit, {
        kind: 'marketStatus',
        uid: EXCHANGE_UID,
        coinInfoId,
        status: STATUSES[status],
      });
      const noticeId = await announce(deps, status, { market: name, reason });
      return { market: name, status, noticeId };
    },
    { needsApproval: keepsFromLiquidation },
  ),
  'market.delist': action(
    'Announce the end of a market, at least a day ahead (2026-12-01T08:00Z). All users get a notice, and holders of open orders or positions a second one. At that time rule R16 closes what is open, at a price that no operator sets. It can be moved until an hour before',
    v.object({ coinInfoId: wholeIn(1, 1_000_000), time: utcTime }),
    async (deps, { coinInfoId, time }, { reason }) => {
      const name = nameOf(deps, coinInfoId);
      const atMs = Date.parse(time);
      await submitOrThrow(deps.submit, { kind: 'delistMarket', uid: EXCHANGE_UID, coinInfoId, atMs });
      const noticeId = await announce(deps, 'delisting', { market: name, atMs, reason });
      const holders = deps.holders(coinInfoId);
      for (const uid of holders)
        await deps.identity.notify(uid, {
          category: 'risk',
          template: 'delisting',
          params: { market: name, time: formatUtc(atMs) },
        });
      return { market: name, time, noticeId, holders: holders.length };
    },
  ),
  'market.keep': action(
    'Cancel the announced end of a market, until an hour before it; announced to all users',
    v.object({ coinInfoId: wholeIn(1, 1_000_000) }),
    async (deps, { coinInfoId }, { reason }) => {
      const name = nameOf(deps, coinInfoId);
      const atMs = deps.delistTime(coinInfoId);
      if (atMs === null) throw new RejectError(CODE.notFound);
      await submitOrThrow(deps.submit, { kind: 'delistMarket', uid: EXCHANGE_UID, coinInfoId, atMs: 0 });
      const noticeId = await announce(deps, 'delistingCancelled', { market: name, atMs, reason });
      return { market: name, noticeId };
    },
  ),
};
