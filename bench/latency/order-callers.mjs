// Process of callers for the latency bench: orders over HTTP at an even pace, and how long each answer
// took.
import { Agent, request } from 'node:http';

const [url, seconds] = process.argv.slice(2);
const target = new URL('/mmtb-api/coin/order/add', url);
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
let named = 0;

/** Buys and sells of a person in turn, so little that the demo money lasts; nothing is left in the book. */
function call(token, at) {
  named += 1;
  const order = at % 2 === 0 ? { side: 'buy', total: '10' } : { side: 'sell', amount: '0.0001' };
  const body = new URLSearchParams({
    coinInfoId: '2',
    orderType: 'market',
    ...order,
    clientNo: `caller-${named}`,
  }).toString();
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const sent = request(
      target,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
          accesstoken: token,
          connection: 'keep-alive',
        },
      },
      (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk) => {
            text += chunk;
          })
          .on('end', () => resolve({ ms: performance.now() - from, code: JSON.parse(text).code }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function paced(pace, tokens) {
  const under = [];
  const count = pace * Number(seconds);
  const began = performance.now();
  while (under.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - began) * pace) / 1000));
    while (under.length < due) under.push(call(tokens[(under.length >> 1) % tokens.length], under.length));
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  const answers = await Promise.all(under);
  const codes = new Map();
  for (const { code } of answers) if (code !== 0) codes.set(code, (codes.get(code) ?? 0) + 1);
  if (codes.size > 0) console.log('refused:', Object.fromEntries(codes));
  return { ms: answers.map(({ ms }) => ms), refused: answers.filter(({ code }) => code !== 0).length };
}

process.on('message', ({ pace, tokens }) => {
  paced(pace, tokens).then((answer) => process.send(answer));
});
process.on('disconnect', () => process.exit(0));
