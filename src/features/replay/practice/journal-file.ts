// The journal as files: one row a trade as CSV, entries as JSON. Numbers are exact decimals.
import { gridOf, printMoney, printSteps } from '../../../../core/units/units.ts';
import { type PracticeResult, type PracticeTrade, practiceResult } from '../../../../core/practice/practice-result.ts';
import { csvOf } from '../../../lib/csv.ts';
import type { JournalEntry } from '../../../stores/device/practice-journal.ts';

const COLUMNS = [
  'pair',
  'side',
  'opened',
  'closed',
  'amount',
  'entryPrice',
  'exitPrice',
  'net',
  'fees',
  'worst',
  'best',
  'coin',
  'valued',
  'tags',
  'notes',
] as const;

export function journalCsv(entries: readonly JournalEntry[]): string {
  const rows = entries.flatMap((entry) =>
    entry.trades.map((trade) => ({
      ...tradeRow(entry, trade),
      pair: entry.pair,
      coin: entry.quote,
      tags: entry.tags.join(' '),
      notes: entry.notes,
    })),
  );
  return csvOf(rows, COLUMNS);
}

export function journalJson(entries: readonly JournalEntry[]): string {
  const list = entries.map((entry) => ({
    pair: entry.pair,
    coin: entry.quote,
    practised: isoTime(entry.practisedMs),
    from: isoTime(entry.fromMs),
    to: isoTime(entry.toMs),
    tags: entry.tags,
    notes: entry.notes,
    trades: entry.trades.map((trade) => tradeRow(entry, trade)),
  }));
  return JSON.stringify(list, null, 2);
}

function tradeRow({ priceTick, amountStep }: JournalEntry, trade: PracticeTrade) {
  const price = gridOf(priceTick);
  return {
    side: trade.side === 'buy' ? 'long' : 'short',
    opened: isoTime(trade.openedMs),
    closed: isoTime(trade.closedMs),
    amount: printSteps(trade.lots, gridOf(amountStep)),
    entryPrice: printSteps(trade.entryTicks, price),
    exitPrice: printSteps(trade.exitTicks, price),
    net: printMoney(trade.netUnits),
    fees: printMoney(trade.feeUnits),
    worst: printMoney(trade.worstUnits),
    best: printMoney(trade.bestUnits),
    valued: trade.isValued ? 1 : 0,
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Statistics of the entries with a tag; '' are those without one. Each coin has a row of its own. */
export interface TagStatistics {
  tag: string;
  coin: string;
  result: PracticeResult;
}

/** By tag and coin, most trades first. An entry with several tags counts for each of them. */
export function tagStatistics(entries: readonly JournalEntry[]): TagStatistics[] {
  const groups = new Map<string, { tag: string; coin: string; trades: PracticeTrade[] }>();
  const oldestFirst = [...entries].sort((a, b) => a.practisedMs - b.practisedMs);
  for (const { tags, quote, trades } of oldestFirst)
    for (const tag of tags.length > 0 ? tags : ['']) {
      const key = JSON.stringify([tag, quote]);
      const group = groups.get(key) ?? { tag, coin: quote, trades: [] };
      group.trades.push(...trades);
      groups.set(key, group);
    }
  return Array.from(groups.values(), ({ tag, coin, trades }) => ({ tag, coin, result: practiceResult(trades) })).sort(
    (a, b) => b.result.trades - a.result.trades,
  );
}
