// What the benchmark adds to the market worker: counts of messages and drawn ticks, and the age of what is drawn.

/** Messages of the probe's market between two samples of how long they were on their way. */
const SAMPLED = 16;

/** Read in the worker as `probe`. Times in ms. */
export interface WorkerProbe {
  arrived: number;
  /** Display ticks in which something of the worker ran. */
  ticks: number;
  /** From sent to handled, of every `SAMPLED`th message. */
  waitMs: number[];
  /** Age of the newest candle price drawn in a tick: for how long a newer one had been sent. */
  drawnAgeMs: number[];
}

/**
 * Runs before the worker's own code. The price of a candle rises by `tick` with each message, from `middle` on, so the
 * greatest price in a picture identifies the message.
 */
export function workerProbe(middle: string, tick: string): string {
  return `
  const probe = (self.probe = { arrived: 0, ticks: 0, waitMs: [], drawnAgeMs: [] });
  const sentMs = [];
  const codeOf = (text) => Math.round((text - ${middle}) / ${tick});
  const Platform = self.WebSocket;
  self.WebSocket = class extends Platform {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') return;
        probe.arrived += 1;
        const isCandle = data.startsWith('{"type":"data","channel":"candles"');
        if (!isCandle && probe.arrived % ${SAMPLED} !== 0) return;
        const at = data.indexOf('"ts":');
        const sent = +data.slice(at + 5, at + 18);
        if (probe.arrived % ${SAMPLED} === 0) probe.waitMs.push(Date.now() - sent);
        if (!isCandle) return;
        const from = data.indexOf('"', data.indexOf('[[')) + 1;
        const code = codeOf(data.slice(from, data.indexOf('"', from)));
        sentMs[code] ??= sent;
      });
    }
  };
  let newest = -1;
  const pen = OffscreenCanvasRenderingContext2D.prototype;
  const fill = pen.fillText;
  pen.fillText = function (text, ...rest) {
    const code = codeOf(text.replaceAll(',', ''));
    if (code > newest && code < sentMs.length) newest = code;
    return fill.call(this, text, ...rest);
  };
  const request = self.requestAnimationFrame.bind(self);
  let lastId = 0;
  let isRequested = false;
  let waiting = new Map();
  const run = (stamp) => {
    const callbacks = waiting;
    waiting = new Map();
    isRequested = false;
    probe.ticks += 1;
    newest = -1;
    for (const callback of callbacks.values()) callback(stamp);
    if (newest > 0) probe.drawnAgeMs.push(newest + 1 < sentMs.length ? Date.now() - sentMs[newest + 1] : 0);
  };
  self.requestAnimationFrame = (callback) => {
    waiting.set(++lastId, callback);
    if (!isRequested) request(run);
    isRequested = true;
    return lastId;
  };
  self.cancelAnimationFrame = (id) => {
    waiting.delete(id);
  };`;
}
