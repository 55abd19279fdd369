// A WebSocket client as bare as it can be: what it costs is not what a bench of the server measures.
import { connect } from 'node:net';

const UPGRADE =
  'GET /mmtb-api/ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

/** A text frame of at most 65,535 bytes, masked with zeros. */
export function textFrame(message) {
  const payload = Buffer.from(JSON.stringify(message));
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

/**
 * Connects to the feed at a port of this machine; resolves with the upgraded socket after `greetings` were sent.
 * `onFrame` gets a buffer with the ends of one whole payload in it.
 */
export function openBareSocket(port, greetings, onFrame, onClose = () => undefined) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let rest = null;
    let isUpgraded = false;
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', onClose);
    socket.on('data', (chunk) => {
      rest = rest && rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      if (!isUpgraded) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        isUpgraded = true;
        rest = rest.subarray(end + 4);
        for (const greeting of greetings) socket.write(textFrame(greeting));
        resolve(socket);
      }
      rest = readFrames(rest, onFrame);
    });
    socket.write(UPGRADE);
  });
}

/** Takes whole frames from the front of the buffer; returns the rest. */
function readFrames(buffer, onFrame) {
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
