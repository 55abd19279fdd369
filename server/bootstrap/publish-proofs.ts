// Publishes index ticks when committed, anchors when signed and proofs when made, to both feeds.
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { Feed } from '../feed/feed.ts';
import type { PrivateFeed } from '../gateway/socket/private-feed.ts';
import type { ProofService } from '../services/proofs/proof-service.ts';
import { printTickPrice } from '../services/proofs/index-ticks.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';

/** Ticks and anchors in a snapshot. */
const SNAPSHOT_SIZE = 60;

/**
 * Subscribes the feeds; call once, before anything is submitted. Skips markets that the feed does not have. `hasTicks`:
 * the feed has the newest ticks already.
 */
export async function publishProofs(
  { sequencer, proofs }: { sequencer: Pick<Sequencer, 'onCommitted'>; proofs: ProofService },
  instruments: readonly Instrument[],
  { feed, privateFeed }: { feed: Feed; privateFeed: PrivateFeed },
  hasTicks: boolean,
): Promise<void> {
  const byId = optionInstruments(instruments, feed);
  for (const [id, instrument] of hasTicks ? [] : byId)
    for (const tick of await proofs.lastTicks(instrument, SNAPSHOT_SIZE)) feed.publishIndexTick(id, tick);
  for (const anchor of await proofs.lastAnchors(SNAPSHOT_SIZE)) feed.publishAnchor(anchor);
  sequencer.onCommitted((outcomes) => {
    publishIndexTicks(outcomes, byId, feed);
    proofs.onCommitted(outcomes);
  });
  proofs.onAnchor((anchor) => feed.publishAnchor(anchor));
  proofs.onProof((proven) => privateFeed.publishProof(proven));
}

/** Instruments with binary options that the feed has, by id. */
export function optionInstruments(instruments: readonly Instrument[], feed: Feed): Map<number, Instrument> {
  return new Map(
    instruments
      .filter(({ info }) => info.qtEnable === 1 && feed.market(info.id))
      .map((instrument) => [instrument.info.id, instrument]),
  );
}

export function publishIndexTicks(
  outcomes: readonly Outcome[],
  byId: ReadonlyMap<number, Instrument>,
  feed: Feed,
): void {
  for (const { events } of outcomes) {
    for (const event of events) {
      const instrument = event.kind === 'index' ? byId.get(event.coinInfoId) : undefined;
      if (event.kind !== 'index' || !instrument) continue;
      const { coinInfoId, seq, ts, priceTicks, prev, hash, secret } = event;
      feed.publishIndexTick(coinInfoId, {
        seq,
        ts,
        price: printTickPrice(instrument, priceTicks),
        prev,
        hash,
        ...(secret !== undefined && { secret }),
      });
    }
  }
}
