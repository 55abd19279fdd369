// Process of many bare WebSocket clients for the sockets bench: they count messages and how old each is, and some stop
// reading.
import { openBareSocket, textFrame } from '../harness/bare-socket.mjs';

const sockets = [];
let delaysMs = [];
let bytes = 0;
let measuring = false;
let closed = 0;

const nowMs = () => performance.timeOrigin + performance.now();

const PTS = Buffer.from('"pts":');

function onFrame(buffer, from, to) {
  if (measuring) bytes += to - from;
  const at = buffer.indexOf(PTS, from);
  if (at < 0 || at >= to) return;
  const start = at + PTS.length;
  const end = buffer.indexOf(0x2c, start);
  if (measuring) delaysMs.push(nowMs() - Number(buffer.latin1Slice(start, end)));
}

function open(port, args) {
  return openBareSocket(port, [{ type: 'subscribe', reqId: 1, args }], onFrame, () => {
    closed += 1;
  });
}

function at(sorted, part) {
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

const actions = {
  async open({ port, count, args }) {
    for (let from = 0; from < count; from += 100)
      sockets.push(...(await Promise.all(Array.from({ length: Math.min(100, count - from) }, () => open(port, args)))));
    return sockets.length;
  },
  /** Hangs up all that were opened and not stalled. */
  async hangUp() {
    for (const socket of sockets.splice(0)) socket.destroy();
    return 0;
  },
  /** Opens clients that read nothing after the handshake. */
  async stall({ port, count, args }) {
    const stalled = await Promise.all(Array.from({ length: count }, () => open(port, args)));
    for (const socket of stalled) socket.pause();
    return stalled.length;
  },
  async start() {
    delaysMs = [];
    bytes = 0;
    measuring = true;
    return 0;
  },
  async stop() {
    measuring = false;
    const sorted = Float64Array.from(delaysMs).sort();
    const delays = { p50Ms: at(sorted, 0.5), p99Ms: at(sorted, 0.99), worstMs: at(sorted, 1) };
    return { messages: sorted.length, bytes, ...delays, closed };
  },
};

setInterval(() => {
  for (const socket of sockets) socket.write(textFrame({ type: 'ping' }));
}, 10_000);
process.on('message', ({ action, ...rest }) => {
  actions[action](rest).then((answer) => process.send(answer));
});
process.on('disconnect', () => process.exit(0));
