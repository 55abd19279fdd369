// Process of callers for the latency bench: orders over sockets or HTTP, as fast as they are answered.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

const BUSY = 1500;
const [url, inFlight] = process.argv.slice(2);
const target = new URL('/mmtb-api/coin/order/add', url);
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
let named = 0;

/** So little that the demo money lasts; nothing is left in the book. */
function formOf(buys) {
  named += 1;
  const order = buys ? { side: 'buy', total: '10' } : { side: 'sell', amount: '0.0001' };
  return { coinInfoId: '2', orderType: 'market', ...order, clientNo: `caller-${named}` };
}

/** A text frame of at most 65,535 bytes, masked with zeros. */
function frame(message) {
  const payload = Buffer.from(JSON.stringify(message));
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

/** Calls `onText` with the text of every whole frame; returns the rest. */
function readFrames(buffer, onText) {
  let at = 0;
  while (buffer.length - at >= 2) {
    let length = buffer[at + 1] & 127;
    let head = 2;
    if (length === 126) {
      if (buffer.length - at < 4) break;
      length = buffer.readUInt16BE(at + 2);
      head = 4;
    }
    if (buffer.length - at < head + length) break;
    onText(buffer.utf8Slice(at + head, at + head + length));
    at += head + length;
  }
  return buffer.subarray(at);
}

class SocketCaller {
  #waiting = new Map();
  #reqId = 0;

  static open(token) {
    const caller = new SocketCaller();
    return new Promise((resolve, reject) => {
      const socket = connect(target.port, '127.0.0.1');
      caller.socket = socket;
      let rest = null;
      let isUpgraded = false;
      socket.setNoDelay(true);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        rest = rest && rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
        if (!isUpgraded) {
          const end = rest.indexOf('\r\n\r\n');
          if (end < 0) return;
          isUpgraded = true;
          rest = rest.subarray(end + 4);
          socket.write(frame({ type: 'auth', accesstoken: token }));
          socket.write(frame({ type: 'subscribe', reqId: 1, args: [{ channel: 'orders' }, { channel: 'balances' }] }));
          resolve(caller);
        }
        rest = readFrames(rest, (text) => caller.#read(text));
      });
      socket.write(
        'GET /mmtb-api/ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
    });
  }

  #read(text) {
    if (!text.startsWith('{"type":"answer"')) return;
    const { reqId, code } = JSON.parse(text);
    this.#waiting.get(reqId)?.(code);
    this.#waiting.delete(reqId);
  }

  call(buys) {
    const reqId = ++this.#reqId;
    this.socket.write(frame({ type: 'call', reqId, path: '/coin/order/add', form: formOf(buys), language: 'en-US' }));
    return new Promise((resolve) => this.#waiting.set(reqId, resolve));
  }
}

function callOverHttp(token, buys) {
  const body = new URLSearchParams(formOf(buys)).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    accesstoken: token,
    connection: 'keep-alive',
  };
  return new Promise((resolve, reject) => {
    const sent = request(target, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk) => {
          text += chunk;
        })
        .on('end', () => resolve(JSON.parse(text).code));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

let sockets = null;

/** How many were refused. */
async function place(way, orders, tokens) {
  if (way === 'socket') sockets ??= await Promise.all(tokens.map((token) => SocketCaller.open(token)));
  let left = orders;
  const refused = new Map();
  // Buys and sells in turn.
  const caller = async (call) => {
    for (let buys = true; left > 0; buys = !buys) {
      left -= 1;
      let code = await call(buys);
      // A disk that others use too may keep a commit for seconds, in which calls are refused.
      while (code === BUSY) {
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        code = await call(buys);
      }
      if (code !== 0) refused.set(code, (refused.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(
    tokens.flatMap((token, at) =>
      Array.from({ length: Number(inFlight) }, () =>
        caller((buys) => (way === 'socket' ? sockets[at].call(buys) : callOverHttp(token, buys))),
      ),
    ),
  );
  if (refused.size > 0) console.log('refused:', Object.fromEntries(refused));
  return [...refused.values()].reduce((sum, count) => sum + count, 0);
}

process.on('message', ({ way, orders, tokens }) => {
  place(way, orders, tokens).then((refused) => process.send(refused));
});
process.on('disconnect', () => process.exit(0));
