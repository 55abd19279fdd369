// From the exchange to people: whose contract the system closed (R16) reads at which price, and why.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { printSteps } from '../../../core/units/units.ts';
import type { Identity } from '../auth/identity.ts';
import type { Template } from './notice-messages.ts';
import type { ContractNote, ContractState } from '../../exchange/contracts/contract.ts';
import { REASON } from '../../exchange/reason.ts';
import { contractOrderNo } from '../../gateway/wire-contract.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';

const TEMPLATES: Record<string, Template> = {
  [REASON.delisted]: 'closedByDelisting',
  [REASON.indexSilent]: 'closedBySilence',
};

export interface CloseNoticeParts {
  sequencer: Pick<Sequencer, 'onCommitted'>;
  identity: Pick<Identity, 'tell'>;
  instruments: ReadonlyMap<number, Instrument>;
  /** Hears of a notice that could not be written; the contract itself says the same. */
  log(what: string, error: unknown): void;
}

/** Joins them; `settled` resolves when every notice that is due is written. */
export function tellClosings({ sequencer, identity, instruments, log }: CloseNoticeParts): {
  settled(): Promise<void>;
} {
  let last: Promise<void> = Promise.resolve();
  const tell = async (
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
    await identity.tell(uid, { category: 'risk', template, params });
  };
  sequencer.onCommitted((outcomes) => {
    for (const { events } of outcomes) {
      for (const [at, event] of events.entries()) {
        const told = events[at - 1];
        // A contract is told before its note (E3).
        if (event.kind !== 'contractNote' || event.note.kind !== 'close' || told?.kind !== 'contract') continue;
        if (!Object.hasOwn(TEMPLATES, event.note.reason)) continue;
        last = last
          .then(() => tell(told.contract, event.note))
          .catch((error: unknown) => log('a notice of a closing', error));
      }
    }
  });
  return { settled: () => last };
}
