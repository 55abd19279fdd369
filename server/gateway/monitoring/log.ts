// The log: one JSON object a line on stderr, an event with its fields. Never the content of a request.
import { errorCode } from '../../store/error-code.ts';
import { StoreClosedError } from '../../store/store.ts';
import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino';

export type LogFields = Readonly<Record<string, string | number>>;

export interface Log {
  /** Writes an internal error. */
  logError(event: string, error: unknown, fields?: LogFields): void;
  logEvent(event: string, fields?: LogFields): void;
}

export function createLog(destination: DestinationStream): Log {
  const options: LoggerOptions = {
    base: null,
    messageKey: 'event',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: errorFields },
  };
  const logger = pino(options, destination);
  return {
    logError: (event, error, fields) => logger.error({ ...fields, err: error }, event),
    logEvent: (event, fields) => logger.info({ ...fields }, event),
  };
}

/** The log of this process; stderr is written at once, so that the last line before an exit is there. */
export const { logError, logEvent } = createLog({ write: (line) => process.stderr.write(line) });

/**
 * As `logError`, but for what fails because the store was closed: that is logged once where it is closed, and not by
 * each call and check that comes meanwhile.
 */
export function logFailure(event: string, error: unknown, fields?: LogFields): void {
  if (!(error instanceof StoreClosedError)) logError(event, error, fields);
}

/** What fails again and again for one reason is logged this often. */
const AGAIN_MS = 60_000;
const MAX_KINDS = 100;

/**
 * Logs errors under a name, those of one kind once a minute, with how many came since: a full disk refuses each write
 * of every market.
 */
export function logSeldom(event: string, log: Pick<Log, 'logError'> = { logError }): (error: unknown) => void {
  const kinds = new Map<string, { atMs: number; since: number }>();
  return (error) => {
    const text = error instanceof Error ? error.message : String(error);
    const kind = errorCode(error) || text.replace(/\d+/g, '#');
    const nowMs = performance.now();
    const known = kinds.get(kind);
    if (known && nowMs - known.atMs < AGAIN_MS) known.since += 1;
    else {
      if (kinds.size >= MAX_KINDS) kinds.clear();
      log.logError(event, error, known && { since: known.since });
      kinds.set(kind, { atMs: nowMs, since: 0 });
    }
  };
}

/** Name, code, message and stack; a driver's error has more properties, among them values of rows. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, code, cause } = error as Error & { code?: unknown };
  return {
    name,
    message,
    ...(typeof code === 'string' && { code }),
    stack,
    ...(cause !== undefined && { cause: errorFields(cause) }),
  };
}
