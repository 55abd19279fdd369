// From the proofs to both feeds: ticks as they are committed, minutes as they are signed, proofs as they are made.
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { Feed } from '../feed/feed.ts';
import type { PrivateFeed } from '../gateway/socket/private-feed.ts';
import type { ProofRoom } from '../services/proofs/create-proofs.ts';
import { printTickPrice } from '../services/proofs/index-ticks.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';

/** Ticks and anchors that a newcomer is shown. */
const SHOWN = 60;

/** Joins them; called once, before anything is submitted. Markets that the feed does not have are passed over. */
export async function publishProofs(
  sequencer: Pick<Sequencer, 'onCommitted'>,
  proofs: ProofRoom,
  instruments: readonly Instrument[],
  feed: Feed,
  privateFeed: PrivateFeed,
): Promise<void> {
  const byId = new Map(
    instruments
      .filter(({ info }) => info.qtEnable === 1 && feed.market(info.id))
      .map((instrument) => [instrument.info.id, instrument]),
  );
  for (const [id, instrument] of byId)
    for (const tick of await proofs.lastTicks(instrument, SHOWN)) feed.qtTick(id, tick);
  for (const anchor of await proofs.lastAnchors(SHOWN)) feed.anchor(anchor);
  sequencer.onCommitted((outcomes) => {
    for (const { events } of outcomes) {
      for (const event of events) {
        const instrument = event.kind === 'index' ? byId.get(event.coinInfoId) : undefined;
        if (event.kind !== 'index' || !instrument) continue;
        const { coinInfoId, seq, ts, priceTicks, prev, hash, secret } = event;
        feed.qtTick(coinInfoId, {
          seq,
          ts,
          price: printTickPrice(instrument, priceTicks),
          prev,
          hash,
          ...(secret !== undefined && { secret }),
        });
      }
    }
    proofs.hear(outcomes);
  });
  proofs.onAnchor((anchor) => feed.anchor(anchor));
  proofs.onProof((proven) => privateFeed.publishProof(proven));
}
