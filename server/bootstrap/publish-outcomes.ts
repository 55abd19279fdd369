// Publishes current books at the start, then every committed outcome in order, to both feeds.
import { ASK, BID } from '../../core/feed/checksum.ts';
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { ExchangeEvent } from '../exchange/event.ts';
import type { Feed } from '../feed/feed.ts';
import type { MachineQueries } from '../exchange/machine-queries.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { MarketEvent } from '../exchange/market-event.ts';
import type { PrivateFeed } from '../gateway/socket/private-feed.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';

/**
 * Subscribes both feeds to the sequencer; call once, before anything is submitted. Events of unlisted markets go to
 * their owners only.
 */
export function publishFrom(
  sequencer: Sequencer,
  infos: readonly CoinInfo[],
  { feed, privateFeed }: { feed: Feed; privateFeed: PrivateFeed },
  now: EpochMs,
): void {
  const currentLevels = infos
    .filter((info) => feed.market(info.id))
    .flatMap((info) => currentLevelsOf(sequencer.machine, info.id));
  if (currentLevels.length > 0) feed.apply(currentLevels, now, sequencer.seq());
  sequencer.onCommitted((outcomes) => publishOutcomes(outcomes, feed, privateFeed));
}

/** Publishes outcomes to both feeds; events of unlisted markets go to their owners only. */
export function publishOutcomes(outcomes: Outcome[], feed: Feed, privateFeed: PrivateFeed): void {
  for (const { events, ts, seq } of outcomes) {
    const listedEvents: MarketEvent[] = [];
    for (const event of events) if (isMarketEvent(event) && feed.market(event.coinInfoId)) listedEvents.push(event);
    if (listedEvents.length > 0) feed.apply(listedEvents, ts, seq);
    for (const event of events)
      if (event.kind === 'mark' && feed.market(event.coinInfoId))
        feed.updateMark(event.coinInfoId, event.markTicks, event.indexTicks, ts, event.funding);
  }
  privateFeed.publishOutcomes(outcomes);
}

function isMarketEvent(event: ExchangeEvent): event is MarketEvent {
  return event.kind === 'level' || event.kind === 'trade' || event.kind === 'bookReset';
}

/** Price levels of a market as the machine has them, as events. */
export function currentLevelsOf(machine: Pick<MachineQueries, 'levels'>, coinInfoId: number): MarketEvent[] {
  const levels: MarketEvent[] = [];
  for (const side of [BID, ASK]) {
    machine.levels(coinInfoId, side, (priceTicks, lots) => {
      levels.push({ kind: 'level', coinInfoId, side, priceTicks, lots });
    });
  }
  return levels;
}
