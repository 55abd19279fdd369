// The address of a market's replay: a document of its own, whose market worker has the past alone.

export const REPLAY_MARKET = '/replay/market';
/** In its query: the past is that of the file that was handed over in this browser with this key. */
export const FILE_PARAM = 'file';

/**
 * Whether this document is a replay. It stays one until it is left by loading another document, so that past and live
 * prices never meet: a replay has no session, no alerts, and stores no prices.
 */
export const IN_REPLAY = globalThis.location?.pathname === REPLAY_MARKET;
