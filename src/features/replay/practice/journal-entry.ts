// A practice as an entry of the journal.
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { quoteSymbol } from '../../../components/market/pair-symbols.ts';
import type { JournalEntry } from '../../../stores/device/practice-journal.ts';
import type { PracticeRun } from './practice-controller.ts';

/** Without tags and notes, which its card asks for. */
export function journalEntry({ id, fromMs, toMs, trades }: PracticeRun, { info }: Instrument): JournalEntry {
  return {
    id,
    coinInfoId: info.id,
    pair: info.pair,
    quote: quoteSymbol(info),
    priceTick: info.priceTick,
    amountStep: info.amountStep,
    practisedMs: Date.now(),
    fromMs,
    toMs,
    tags: [],
    notes: '',
    trades: [...trades],
  };
}
