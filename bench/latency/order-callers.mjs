// Process of callers for the latency bench: orders over sockets or HTTP, at an even pace or as fast as answered.
import { Agent, request } from 'node:http';
import { openBareSocket, textFrame } from '../harness/bare-socket.mjs';

const BUSY = 1500;
/** A timer may be so late. */
const TIMER_MS = 1;
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

/** How an order of each user is sent: one is a buy or a sell, and resolves with its code. */
async function sendersOf(way, tokens) {
  if (way !== 'socket') return tokens.map((token) => (buys) => callOverHttp(token, buys));
  sockets ??= await Promise.all(tokens.map((token) => SocketCaller.open(token)));
  return sockets.map((socket) => (buys) => socket.call(buys));
}

/**
 * ms of the orders that were taken, sent at an even pace whatever becomes of those before. One that is sent later than
 * a timer may be counts from when it was due.
 */
async function paced(way, pace, seconds, tokens) {
  const senders = await sendersOf(way, tokens);
  const ms = [];
  const refused = new Map();
  const timed = async (at, dueAt) => {
    const from = Math.min(performance.now(), dueAt + TIMER_MS);
    // Buys and sells of a user in turn.
    const code = await senders[(at >> 1) % senders.length](at % 2 === 0);
    if (code === 0) ms.push(performance.now() - from);
    else refused.set(code, (refused.get(code) ?? 0) + 1);
  };
  const under = [];
  const began = performance.now();
  while (under.length < pace * seconds) {
    const due = Math.min(pace * seconds, Math.floor(((performance.now() - began) * pace) / 1000));
    while (under.length < due) under.push(timed(under.length, began + ((under.length + 1) * 1000) / pace));
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  await Promise.all(under);
  if (refused.size > 0) console.log('refused:', Object.fromEntries(refused));
  return { ms, busy: pace * seconds - ms.length };
}

/** How many were refused. */
async function place(way, orders, tokens) {
  const senders = await sendersOf(way, tokens);
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
  await Promise.all(senders.flatMap((send) => Array.from({ length: Number(inFlight) }, () => caller(send))));
  if (refused.size > 0) console.log('refused:', Object.fromEntries(refused));
  return [...refused.values()].reduce((sum, count) => sum + count, 0);
}

process.on('message', ({ way, orders, pace, seconds, tokens }) => {
  (pace ? paced(way, pace, seconds, tokens) : place(way, orders, tokens)).then((answer) => process.send(answer));
});
process.on('disconnect', () => process.exit(0));
