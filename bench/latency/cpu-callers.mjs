// Process of callers for the latency bench: orders over sockets or HTTP, as fast as they are answered.
import { Agent, request } from 'node:http';
import { openBareSocket, textFrame } from '../harness/bare-socket.mjs';

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

class SocketCaller {
  #waiting = new Map();
  #reqId = 0;

  static async open(token) {
    const caller = new SocketCaller();
    const greetings = [
      { type: 'auth', accesstoken: token },
      { type: 'subscribe', reqId: 1, args: [{ channel: 'orders' }, { channel: 'balances' }] },
    ];
    caller.socket = await openBareSocket(Number(target.port), greetings, (buffer, from, to) =>
      caller.#read(buffer.utf8Slice(from, to)),
    );
    return caller;
  }

  #read(text) {
    if (!text.startsWith('{"type":"answer"')) return;
    const { reqId, code } = JSON.parse(text);
    this.#waiting.get(reqId)?.(code);
    this.#waiting.delete(reqId);
  }

  call(buys) {
    const reqId = ++this.#reqId;
    this.socket.write(
      textFrame({ type: 'call', reqId, path: '/coin/order/add', form: formOf(buys), language: 'en-US' }),
    );
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
