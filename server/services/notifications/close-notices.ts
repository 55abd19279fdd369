// Notices to users whose contract the system closed (R16): price and reason.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { printSteps } from '../../../core/units/units.ts';
import type { Template } from './notice-messages.ts';
import type { NewNotice } from './notices.ts';
import type { ContractNote, ContractState } from '../../exchange/contracts/contract-state.ts';
import { REASON } from '../../exchange/reason.ts';
import { contractOrderNo } from '../../exchange/contracts/contract-order-no.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';

const TEMPLATES: Record<string, Template> = {
  [REASON.delisted]: 'closedByDelisting',
  [REASON.indexSilent]: 'closedBySilence',
};

export interface CloseNoticeDeps {
  sequencer: Pick<Sequencer, 'onCommitted'>;
  /** Writes notices; the identity service has them. */
  identity: { notify(uid: number, notice: NewNotice): Promise<void> };
  instruments: ReadonlyMap<number, Instrument>;
  /** Called when a notice could not be written; the contract itself has the same information. */
  log(event: string, error: unknown): void;
}

/** Subscribes to the sequencer; `settled` resolves when every due notice is written. */
export function startCloseNotices({ sequencer, identity, instruments, log }: CloseNoticeDeps): {
  settled(): Promise<void>;
} {
  let last: Promise<void> = Promise.resolve();
  const writeNotice = async (
    { coinInfoId }: ContractState,
    { uid, contractId, priceTicks, reason }: ContractNote,
  ): Promise<void> => {
    const instrument = instruments.get(coinInfoId);
    const template = TEMPLATES[reason];
    if (!instrument || !template) return;
    const params = {
      market: instrument.info.pair,
      order: contractOrderNo(contractId),
      price: printSteps(priceTicks, instrument.price),
    };
    await identity.notify(uid, { category: 'risk', template, params });
  };
  sequencer.onCommitted((outcomes) => {
    for (const { events } of outcomes) {
      for (let at = 1; at < events.length; at += 1) {
        const [previous, event] = [events[at - 1]!, events[at]!];
        // The contract's event precedes its note (E3).
        if (event.kind !== 'contractNote' || event.note.kind !== 'close' || previous.kind !== 'contract') continue;
        if (!Object.hasOwn(TEMPLATES, event.note.reason)) continue;
        last = last
          .then(() => writeNotice(previous.contract, event.note))
          .catch((error: unknown) => log('close_notice.write_failed', error));
      }
    }
  });
  return { settled: () => last };
}
