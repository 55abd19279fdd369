// Process of many bare WebSocket clients for the sockets bench: they count messages and how old each
// is, and some stop reading.
import { connect } from 'node:net';

const port = Number(process.argv[2]);
const sockets = [];
let delaysMs = [];
let measuring = false;
let closed = 0;

const nowMs = () => performance.timeOrigin + performance.now();

/** A text frame of at most 65,535 bytes, masked with zeros. */
function frame(message) {
  const payload = Buffer.from(JSON.stringify(message));
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

const PTS = Buffer.from('"pts":');

function onFrame(buffer, from, to) {
  const at = buffer.indexOf(PTS, from);
  if (at < 0 || at >= to) return;
  const start = at + PTS.length;
  const end = buffer.indexOf(0x2c, start);
  if (measuring) delaysMs.push(nowMs() - Number(buffer.latin1Slice(start, end)));
}

/** Takes whole frames from the front of the buffer; answers the rest. */
function readFrames(buffer) {
  let at = 0;
  while (buffer.length - at >= 2) {
    let length = buffer[at + 1] & 127;
    let head = 2;
    if (length === 126) {
      if (buffer.length - at < 4) break;
      length = buffer.readUInt16BE(at + 2);
      head = 4;
    } else if (length === 127) {
      if (buffer.length - at < 10) break;
      length = Number(buffer.readBigUInt64BE(at + 2));
      head = 10;
    }
    if (buffer.length - at < head + length) break;
    onFrame(buffer, at + head, at + head + length);
    at += head + length;
  }
  return at === 0 ? buffer : buffer.subarray(at);
}

function open(args) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let rest = null;
    let isUpgraded = false;
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => {
      closed += 1;
    });
    socket.on('data', (chunk) => {
      rest = rest && rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      if (!isUpgraded) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        isUpgraded = true;
        rest = rest.subarray(end + 4);
        socket.write(frame({ type: 'subscribe', reqId: 1, args }));
        resolve(socket);
      }
      rest = readFrames(rest);
    });
    socket.write(
      'GET /mmtb-api/ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
  });
}

function at(sorted, part) {
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

const actions = {
  async open({ count, args }) {
    for (let from = 0; from < count; from += 100)
      sockets.push(...(await Promise.all(Array.from({ length: Math.min(100, count - from) }, () => open(args)))));
    return sockets.length;
  },
  /** Opens clients that read nothing after the handshake. */
  async stall({ count, args }) {
    const stalled = await Promise.all(Array.from({ length: count }, () => open(args)));
    for (const socket of stalled) socket.pause();
    return stalled.length;
  },
  async start() {
    delaysMs = [];
    measuring = true;
    return 0;
  },
  async stop() {
    measuring = false;
    const sorted = Float64Array.from(delaysMs).sort();
    return { messages: sorted.length, p50Ms: at(sorted, 0.5), p99Ms: at(sorted, 0.99), worstMs: at(sorted, 1), closed };
  },
};

setInterval(() => {
  for (const socket of sockets) socket.write(frame({ type: 'ping' }));
}, 10_000);
process.on('message', ({ action, ...rest }) => {
  actions[action](rest).then((answer) => process.send(answer));
});
process.on('disconnect', () => process.exit(0));
