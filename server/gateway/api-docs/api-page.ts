// The page of the API documentation as static HTML; every text is escaped.
import { SOCKET_PATH } from '../../../core/endpoints/http.ts';
import { escaped } from '../../services/notifications/articles.ts';
import { type OpenApi, type Operation, dataOf } from './openapi.ts';
import { type Field, fieldsOf, shapeOf } from './schema-text.ts';

/** A path and its call. */
type Entry = [string, Operation];

const HEARTBEAT = '{"type":"heartbeat","ts":1700000000000,"seqs":{"books:2:50:100":81,"trades:2":7}}';
const ACCESS = {
  public: 'everyone',
  session: 'users with a session',
  open: 'everyone; a session is read where one is sent',
} as const;

export function apiPage(docs: OpenApi): string {
  const base = docs.servers[0].url;
  const calls = Object.entries(docs.paths).map(([path, { post }]): Entry => [path, post]);
  const groups = new Map<string, Entry[]>();
  for (const entry of calls) groups.set(entry[1].tags[0], [...(groups.get(entry[1].tags[0]) ?? []), entry]);
  const contents = [...groups]
    .map(
      ([name, entries]) =>
        `<h3>${escaped(name)}</h3><ul>${entries.map(([path]) => `<li><a href="#${anchor(base + path)}"><code>${escaped(path)}</code></a></li>`).join('')}</ul>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/api.css">
</head>
<body>
<header><h1>API</h1><a href="/docs/api.json">as OpenAPI 3.1</a> <a href="/docs/data">Market data to download</a></header>
<main>
<p>${calls.length} calls. Each is a <code>POST</code> to <code>${escaped(base)}</code> and its path, with a form as its body (<code>application/x-www-form-urlencoded</code>, at most 64 fields).
A field that a call does not know, or does not read beside the others, is refused with its name (1400); an empty optional field counts as absent.
A session's token goes in the header <code>accesstoken</code>, the language of sentences in <code>accept-language</code>.</p>
<p>Every answer is <code>{ code, msg, data, ts, traceId }</code> with HTTP 200; code 0 is success; every other code is a refusal, and nothing was changed, except that after 1501 it is not known. Money and prices are decimal strings, times are ms (of candles: s).
A call that moves money takes a <code>clientNo</code>: sent again, it gives the first answer again; with another content, 1409.</p>
<p>Changes are sent over the socket <code>${escaped(SOCKET_PATH)}</code>. Once a second it lists the quiet channels, <code>${escaped(HEARTBEAT)}</code>: by key, the last <code>seq</code> that was sent,
as of <code>ts</code>. A larger one than yours means a lost message: subscribe again. A channel that neither sends nor is listed is muted, or its state is unknown for now.
A book with <code>"lost":1</code> is not empty but unknown; its next snapshot is sent without a request. The same holds for a book of <code>/coin/books</code> without <code>cs</code>.</p>
<p>Trades, tickers and candles carry a running checksum: <code>cs</code> is that of the message before (in a snapshot: <code>cs0</code>) plus the hash of every row, mod 2<sup>32</sup>. A row is its numbers in this order: of a trade id, price in ticks,
amount in steps, side (1 buy, 2 sell), ts; of a ticker coinInfoId, last, open24h, high24h, low24h in ticks, vol24h, amount24h, bid1, ask1 in ticks, ts; of a candle time in ms, open, high, low, close, volume. Its hash begins with 0 and takes in each number of the row,
with its place (from 0): <code>x = fmix32(x + place + low); x = fmix32(x + high)</code>, the two 32-bit words of its IEEE 754 double. Where it differs from yours, drop the message and subscribe again.</p>
<nav aria-label="Calls" class="card">${contents}</nav>
${calls.map((entry) => callSection(entry, docs)).join('\n')}
<h2 id="codes">Every code</h2>
${refusalTable(
  Object.keys(docs['x-codes'])
    .map(Number)
    .toSorted((a, b) => a - b),
  docs,
)}
</main>
</body>
</html>
`;
}

function callSection([path, call]: Entry, docs: OpenApi): string {
  const url = docs.servers[0].url + path;
  const form = call.requestBody.content['application/x-www-form-urlencoded'];
  const fields = fieldsOf(form.schema);
  const facts = [
    ['For', ACCESS[call['x-access']]],
    ...(call['x-moves-money'] ? [['Moves money', 'yes']] : []),
    ...(call['x-on-socket'] ? [['On the socket', 'yes']] : []),
    ['Body', `at most ${call['x-body-limit-bytes']} bytes`],
  ];
  const token = call['x-access'] === 'session' ? " -H 'accesstoken: TOKEN'" : '';
  const request = `curl https://HOST${url}${token} --data '${String(form.example)}'`;
  return `<section id="${anchor(url)}" class="card">
<h2><code>${escaped(path)}</code></h2>
<dl>${facts.map(([name, value]) => `<dt>${escaped(name ?? '')}</dt><dd>${escaped(value ?? '')}</dd>`).join('')}</dl>
<h3>Request</h3>
${fields.length === 0 ? '<p>No fields.</p>' : fieldTable(fields)}
<h3>data</h3>
<pre>${escaped(shapeOf(dataOf(call)))}</pre>
<h3>Refusals</h3>
${refusalTable(call['x-refusals'], docs)}
<details><summary>Example</summary>
<pre>${escaped(request)}</pre>
<pre>${escaped(JSON.stringify(call.responses[200].content['application/json'].example, null, 1))}</pre></details>
</section>`;
}

function fieldTable(fields: readonly Field[]): string {
  const rows = fields.map(({ name, type, required, rules, choices, default: otherwise }) => {
    const rule = [
      ...(choices ? [choices.map((choice) => (choice === '' ? 'empty' : choice)).join(', ')] : []),
      ...rules,
    ].join('; ');
    return `<tr><td><code>${escaped(name)}</code></td><td>${escaped(type)}</td><td>${required ? 'needed' : otherwise === undefined ? 'may be left out' : `else ${escaped(otherwise)}`}</td><td>${escaped(rule)}</td></tr>`;
  });
  return `<div class="table"><table><thead><tr><th>Field</th><th>Type</th><th></th><th>Rules</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function refusalTable(codes: readonly number[], docs: OpenApi): string {
  const rows = codes.map(
    (code) => `<tr><td><code>${code}</code></td><td>${escaped(docs['x-codes'][code] ?? '')}</td></tr>`,
  );
  return `<div class="table"><table><tbody>${rows.join('')}</tbody></table></div>`;
}

function anchor(path: string): string {
  return path.replace(/[^\w]+/g, '-').replace(/^-/, '');
}
