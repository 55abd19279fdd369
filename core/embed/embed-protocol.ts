// Messages between an embedded chart and the page around it, validated, and the frame's address.
import * as v from 'valibot';
import { type ChartInterval, TIME_INTERVALS, isChartInterval } from '../units/time.ts';
import { MAX_DATE_MS } from '../units/durations.ts';

/** Version in every message, as `defiChart`; another version is answered with an error that names this one. */
export const EMBED_VERSION = 1;
/** Path of the chart's page; with `?embed=1` it is the frame. */
export const CHART_PATH = '/pages/kline/kline';
export const EMBED_THEMES = ['dark', 'light', 'system'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** Bars made of trades, as the end of a list of intervals. */
export const BAR_EXAMPLES = 'or bars such as volume-2.5, trades-500, delta-1, range-20';

/** Most characters of a text in a message: a longer one is refused. */
const TEXT_CHARS = 400;
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(TEXT_CHARS));
/** May be empty: no indicators. */
const list = v.pipe(v.string(), v.maxLength(TEXT_CHARS));
const REPLAY_STEPS = ['event', 'candle'] as const;
const MIN_SPEED = 0.1;
const MAX_SPEED = 500;
/** Bytes of a recording as they were posted; `core` knows no Blob. */
type RecordedFile = ArrayBuffer | { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> };
const FILE_KINDS = ['[object Blob]', '[object File]', '[object ArrayBuffer]'];

const forms = {
  /** Answered at once: the frame is listening. The first one fixes the origin where the address did not. */
  hello: v.object({}),
  /** "BTC/USDT"; "btcusdt" and "BTC-USDT" are the same. */
  setSymbol: v.object({ symbol: text }),
  setInterval: v.object({
    interval: v.custom<ChartInterval>((value) => typeof value === 'string' && isChartInterval(value)),
  }),
  /** "BOLL" or "BOLL(20,2)"; one of that name is replaced. */
  addIndicator: v.object({ indicator: text }),
  removeIndicator: v.object({ indicator: text }),
  /** All of them, as in the address: "MA(5,10),BOLL". */
  setIndicators: v.object({ main: list, sub: list }),
  setTheme: v.object({ theme: v.picklist(EMBED_THEMES) }),
  /** A language of the product: "en-US". */
  setLocale: v.object({ locale: text }),
  /** Back to the newest candle at the usual zoom. */
  resetView: v.object({}),
  /** Shows a moment of the past, ms since the epoch; a frame whose address has `replay` alone knows these commands. */
  replayAt: v.object({ time: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_DATE_MS)) }),
  replayPlay: v.object({}),
  replayPause: v.object({}),
  /** One trade or book change, or to the end of the running candle. */
  replayStep: v.object({ by: v.picklist(REPLAY_STEPS) }),
  /** Market time for each ms. */
  replaySpeed: v.object({ speed: v.pipe(v.number(), v.minValue(MIN_SPEED), v.maxValue(MAX_SPEED)) }),
  /** The past of a replay is that of a recording from now on; nothing is requested then. */
  replayFile: v.object({ file: v.custom<RecordedFile>(isRecordedFile) }),
  /** The current picture, in device pixels; `format` is 'blob' by default. */
  snapshot: v.object({ format: v.optional(v.picklist(['blob', 'dataUrl'])) }),
};

export type EmbedCommandName = keyof typeof forms;
/** What a command carries beside its name. */
export type EmbedFields<Name extends EmbedCommandName> = v.InferOutput<(typeof forms)[Name]>;
export type EmbedCommand = { [Name in EmbedCommandName]: { command: Name } & EmbedFields<Name> }[EmbedCommandName];

/** What a command needs, as the end of the sentence "setSymbol needs ...". */
const NEEDS: Record<EmbedCommandName, string> = {
  hello: 'nothing more',
  setSymbol: '"symbol", a market such as "BTC/USDT"',
  setInterval: `"interval", one of ${TIME_INTERVALS.join(', ')}, ${BAR_EXAMPLES}`,
  addIndicator: '"indicator", a text such as "BOLL" or "BOLL(20,2)"',
  removeIndicator: '"indicator", a name such as "BOLL"',
  setIndicators: '"main" and "sub", texts such as "MA(5,10),BOLL" and "VOL,MACD"',
  setTheme: `"theme", one of ${EMBED_THEMES.join(', ')}`,
  setLocale: '"locale", a language such as "en-US"',
  resetView: 'nothing more',
  replayAt: '"time", whole ms since the epoch',
  replayPlay: 'nothing more',
  replayPause: 'nothing more',
  replayStep: '"by", event or candle',
  replaySpeed: `"speed", a number from ${MIN_SPEED} to ${MAX_SPEED}`,
  replayFile: '"file", a recording as a Blob, File or ArrayBuffer',
  snapshot: 'no "format", or one of blob, dataUrl',
};

/** What the chart shows. `main` and `sub` are lists as in the address. */
export interface EmbedState {
  symbol: string;
  interval: string;
  main: string;
  sub: string;
  theme: EmbedTheme;
  locale: string;
}

/** What a replay shows. `known`: from which record; `gap` and `candles`: without a book. */
export interface EmbedReplay {
  /** ms since the epoch. */
  time: number;
  playing: boolean;
  speed: number;
  known: 'events' | 'candles' | 'gap';
  /** The newest recorded moment is reached. */
  ended: boolean;
}

/** `png` is a Blob, or a data URL where that was requested; sizes are those of the picture. */
export interface EmbedPicture<Png = unknown> {
  png: Png;
  widthPx: number;
  heightPx: number;
}

/**
 * Time of the candle's start in ms since the epoch, prices in quote units, volume in base coins; null where there is no
 * value.
 */
export interface EmbedCandle {
  symbol: string;
  interval: string;
  time: number;
  open: number | null;
  high: number | null;
  low: number | null;
  close: number | null;
  volume: number | null;
}

/** What the answer to a command holds. */
export type EmbedAnswer<Name extends EmbedCommandName> = Name extends 'snapshot' ? EmbedPicture : EmbedState;

/** Why something could not be done. */
const EMBED_FAULTS = [
  'malformed',
  'version',
  'unknown-command',
  'unknown-symbol',
  'unknown-interval',
  'unknown-indicator',
  'unknown-theme',
  'unknown-locale',
  'no-replay',
  'bad-file',
  'no-picture',
  'no-candles',
  'failed',
] as const;
export type EmbedFaultCode = (typeof EMBED_FAULTS)[number];

/** Names a command in its answer. */
export type EmbedId = number | string;

/** Frame to page, each with `defiChart`. */
export type EmbedEvent =
  | { event: 'answer'; id: EmbedId; value: EmbedState | EmbedPicture }
  /** `id` is null for what no command caused. `message` is an English sentence. */
  | { event: 'error'; id: EmbedId | null; code: EmbedFaultCode; message: string }
  /** The chart is ready: once at first, and again after each new symbol or interval. */
  | { event: 'ready'; state: EmbedState }
  /** The candle under the crosshair, when it changes; null when the crosshair left. */
  | { event: 'crosshair'; candle: EmbedCandle | null }
  /** The moment of a replay and how it moves, at most four times a second while it plays. */
  | { event: 'replay'; replay: EmbedReplay }
  /** The running candle, at most once a second. */
  | { event: 'candle'; candle: EmbedCandle };

/** A request that cannot be served; the message is an English sentence. */
export class EmbedFault extends Error {
  readonly code: EmbedFaultCode;
  constructor(code: EmbedFaultCode, message: string) {
    super(message);
    this.name = 'EmbedFault';
    this.code = code;
  }
}

/** A parsed message: a command, or why it is none. */
export type EmbedMessage = { id: EmbedId; command: EmbedCommand } | { id: EmbedId | null; fault: EmbedFault };

const envelope = v.looseObject({
  defiChart: v.unknown(),
  id: v.union([v.pipe(v.number(), v.finite()), v.pipe(v.string(), v.minLength(1), v.maxLength(64))]),
  command: v.string(),
});

/** Parses a message that a page posted. Returns null when it is not for a chart: pages post all kinds of messages. */
export function readEmbedMessage(data: unknown): EmbedMessage | null {
  if (typeof data !== 'object' || data === null || !('defiChart' in data)) return null;
  const message = v.safeParse(envelope, data);
  const id = 'id' in data && v.is(envelope.entries.id, data.id) ? data.id : null;
  const fault = (code: EmbedFaultCode, sentence: string): EmbedMessage => ({
    id,
    fault: new EmbedFault(code, sentence),
  });
  if (data.defiChart !== EMBED_VERSION)
    return fault('version', `This chart speaks version ${EMBED_VERSION} of the messages.`);
  if (!message.success)
    return fault(
      'malformed',
      'A message needs "id", a number or a text of up to 64 characters, and "command", a text.',
    );
  const { command } = message.output;
  if (!isCommand(command))
    return fault(
      'unknown-command',
      `There is no command "${command.slice(0, 40)}". There are: ${Object.keys(forms).join(', ')}.`,
    );
  const fields = v.safeParse(forms[command], data);
  if (!fields.success) return fault('malformed', `${command} needs ${NEEDS[command]}.`);
  return { id: message.output.id, command: { command, ...fields.output } as EmbedCommand };
}

/** Posted objects are copies without symbols and functions: none names its own kind. */
function isRecordedFile(value: unknown): boolean {
  return FILE_KINDS.includes(Object.prototype.toString.call(value));
}

function isCommand(name: string): name is EmbedCommandName {
  return Object.hasOwn(forms, name);
}

/**
 * Whether a request (path and query, as written) asks for the chart alone: the one page that foreign frames may show.
 */
export function isEmbedAddress(url: string): boolean {
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  return path === CHART_PATH && query.split('&').includes('embed=1');
}
