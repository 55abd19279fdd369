// Turns data messages of the JSON wire into frames of the packed wire, as the exchange would have packed them.
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { Level } from '../../core/market-data/market-data.ts';
import { parseSteps } from '../../core/units/units.ts';
import { countIn } from '../../core/venue/venue-decimal.ts';
import type { BookDelta, BookSnapshot, DataMessage } from '../../core/feed/feed-protocol.ts';
import { LevelList } from '../../server/feed/topics/level-columns.ts';
import { packBook, packCandles, packTickers, packTrades } from '../../server/feed/topics/msgpack-frames.ts';

/** The frame; null for what the packed wire sends as text. Throws on decimals off the grid of their market. */
export function packedOf(text: string, markets: ReadonlyMap<number, Instrument>): Buffer | null {
  const message = JSON.parse(text) as DataMessage;
  if (message.type !== 'data') return null;
  const market = (id: number): Instrument => {
    const found = markets.get(id);
    if (!found) throw new Error(`no market ${id}`);
    return found;
  };
  switch (message.channel) {
    case 'books': {
      const { price, amount } = market(message.coinInfoId);
      const { asks, bids } = sidesOf(message.data);
      const columns = (levels: Level[]): LevelList => {
        const list = new LevelList();
        for (const [p, q] of levels) list.add(steps(p, price), steps(q, amount));
        return list;
      };
      return packBook({ ...message, cs: message.data.cs }, columns(asks), columns(bids));
    }
    case 'trades': {
      const { price, amount } = market(message.coinInfoId);
      return packTrades(
        message,
        message.coinInfoId,
        message.data.map((trade) => ({
          id: trade.id,
          priceTicks: steps(trade.price, price),
          lots: steps(trade.amount, amount),
          side: trade.side,
          ts: trade.ts,
        })),
      );
    }
    case 'candles':
      return packCandles(message, message.coinInfoId, message.period, message.data);
    case 'tickers':
      return packTickers(message, message.data, (id) => market(id).price);
    default:
      return null;
  }
}

function sidesOf(data: BookSnapshot | BookDelta): { asks: Level[]; bids: Level[] } {
  return 'asks' in data ? data : { asks: data.a, bids: data.b };
}

function steps(text: string, grid: Instrument['price']): number {
  // Recordings have millions of these: what is a small number on the grid needs no big one.
  const units = countIn(text, grid.decimals);
  const count = units % grid.step === 0 ? units / grid.step : parseSteps(text, grid);
  if (typeof count !== 'number') throw new Error(`${text} is ${count}`);
  return count;
}

/** A copy of the bytes, as a socket delivers them. */
export function ownBytes(frame: Buffer): ArrayBuffer {
  return frame.buffer.slice(frame.byteOffset, frame.byteOffset + frame.length) as ArrayBuffer;
}
