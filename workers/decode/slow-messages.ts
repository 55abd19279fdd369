// Control messages, private and slow channels: read with JSON.parse, validated by schemas.
import * as v from 'valibot';
import { assetSchema } from '../../core/endpoints/asset.ts';
import { spotOrderSchema } from '../../core/orders/spot-order.ts';
import type { BalancesEvent, BadEvent, ChannelEvent, ControlEvent, IgnoredEvent, OrderEvent } from './decoded-event.ts';

const keys = v.array(v.string());
const CONTROL = v.variant('type', [
  v.looseObject({ type: v.literal('pong'), t: v.optional(v.number()), ts: v.number() }),
  v.looseObject({
    type: v.literal('hello'),
    ts: v.number(),
    server: v.string(),
    proto: v.literal(1),
    connId: v.string(),
    maxArgs: v.pipe(v.number(), v.minValue(1)),
    limits: v.looseObject({ msgPerSec: v.number() }),
  }),
  v.looseObject({ type: v.literal('heartbeat'), ts: v.number(), seqs: v.record(v.string(), v.number()) }),
  v.looseObject({ type: v.literal('auth'), code: v.literal(0), uid: v.number() }),
  v.looseObject({
    type: v.literal('subscribed'),
    reqId: v.number(),
    ok: keys,
    ts: v.number(),
    fail: v.array(v.looseObject({ arg: v.unknown(), code: v.number(), msg: v.string() })),
  }),
  v.looseObject({ type: v.literal('unsubscribed'), reqId: v.number(), ok: keys }),
  v.looseObject({ type: v.literal('error'), code: v.number(), msg: v.string(), reqId: v.optional(v.number()) }),
  v.looseObject({
    type: v.literal('answer'),
    reqId: v.number(),
    code: v.number(),
    msg: v.string(),
    data: v.optional(v.unknown()),
    ts: v.optional(v.number()),
    traceId: v.optional(v.string()),
  }),
  v.looseObject({ type: v.literal('notice'), event: v.picklist(['shutdown', 'maintenance', 'reset']), at: v.number() }),
]);
const TYPES = new Set<unknown>([
  'pong',
  'hello',
  'heartbeat',
  'auth',
  'subscribed',
  'unsubscribed',
  'error',
  'answer',
  'notice',
]);

const PRIVATE = v.variant('channel', [
  v.looseObject({
    channel: v.literal('orders'),
    kind: v.picklist(['snapshot', 'delta']),
    seq: v.number(),
    prevSeq: v.number(),
    data: v.looseObject({ area: v.string(), order: v.unknown() }),
  }),
  v.looseObject({ channel: v.literal('balances'), seq: v.optional(v.number(), NaN), data: v.array(assetSchema) }),
]);

/** Channels whose `data` is passed on to the page without validation. */
export const SLOW_CHANNELS = ['mark', 'positions', 'notices', 'qtTicks', 'qtOrders'] as const;
const CHANNEL = v.looseObject({
  channel: v.picklist(SLOW_CHANNELS),
  coinInfoId: v.optional(v.number(), 0),
  kind: v.picklist(['snapshot', 'delta']),
  seq: v.optional(v.number(), NaN),
  ts: v.optional(v.number(), NaN),
  pts: v.optional(v.number(), NaN),
  data: v.unknown(),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schemas refuse undefined: the caller counts a malformed message.
    return undefined;
  }
}

/** Reads a control message; `ignored` for a type of a later version. */
export function readControl(text: string): ControlEvent | BadEvent | IgnoredEvent {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !('type' in value))
    return { kind: 'bad', reason: 'not a message' };
  if (!TYPES.has(value.type)) return { kind: 'ignored' };
  const message = v.safeParse(CONTROL, value);
  if (!message.success) return { kind: 'bad', reason: `a malformed ${String(value.type)}` };
  return { kind: 'control', message: message.output as ControlEvent['message'] };
}

/** Reads a message of a private channel; `ignored` for a market type of a later version. */
export function readPrivate(text: string): OrderEvent | BalancesEvent | BadEvent | IgnoredEvent {
  const read = v.safeParse(PRIVATE, parseJson(text));
  if (!read.success) return { kind: 'bad', reason: 'a malformed private message' };
  const message = read.output;
  if (message.channel === 'balances') return { kind: 'balances', seq: message.seq, assets: message.data };
  const { kind, seq, prevSeq } = message;
  const head = { kind: 'order', snapshot: kind === 'snapshot', seq, prevSeq } as const;
  if (message.data.area === 'contract') return { ...head, area: 'contract', order: message.data.order };
  if (message.data.area !== 'spot') return { kind: 'ignored' };
  const order = v.safeParse(spotOrderSchema, message.data.order);
  if (!order.success) return { kind: 'bad', reason: 'a malformed order' };
  return { ...head, area: 'spot', order: order.output };
}

/** Reads a message of a slow channel. */
export function readSlowChannel(text: string): ChannelEvent | BadEvent {
  const read = v.safeParse(CHANNEL, parseJson(text));
  if (!read.success || read.output.data === undefined) return { kind: 'bad', reason: 'a malformed channel message' };
  const { channel, coinInfoId, kind, seq, ts, pts, data } = read.output;
  return { kind: 'channel', channel, coinInfoId, snapshot: kind === 'snapshot', seq, ts, pts, data };
}
