// A server with nothing of an exchange in it: what sockets, JSON and a durable write of an order cost by themselves.
import { constants, mkdtempSync, openSync, closeSync, rmSync, write } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { portOf } from '../../server/gateway/listen.ts';

/** What the exchange sends for an order, with its lengths: two private messages, and the answer. */
const ORDER = {
  id: 123456,
  orderNo: 'S000000123456',
  clientNo: 'caller-123456',
  coinInfoId: 2,
  symbol: 'BTC/USDT',
  side: 'buy',
  orderType: 'market',
  price: '0',
  amount: '0.00000',
  total: '10',
  dealAmount: '0.00016',
  dealTotal: '9.874632',
  avgPrice: '61716.45',
  fee: '0.00000016',
  feeCoinId: 2,
  tif: 'GTC',
  postOnly: 0,
  status: 3,
  reason: '',
  createTime: 1_700_000_000_000,
  updateTime: 1_700_000_000_000,
};
const BALANCE = {
  coinInfoId: 1,
  balanceSpot: '99990.12536800',
  balanceSpotFreeze: '0',
  balanceContract: '0',
  balanceContractFreeze: '0',
};
const HEAD = { type: 'data', kind: 'delta', seq: 1, prevSeq: 0, ts: 1_700_000_000_000, pts: 1_700_000_000_000 };
const UPGRADED = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
const { O_DSYNC = 0 } = constants as { O_DSYNC?: number };
/** The file is written over, as the segments of a log are. */
const FILE_BYTES = 1_048_576;

interface Order {
  form: { clientNo: string };
  answer: () => void;
}

/** Orders that arrive while a write is under way are written together by the next one. */
class DurableFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'defi-bare-'));
  readonly #handle = openSync(join(this.#folder, 'log'), constants.O_RDWR | constants.O_CREAT | O_DSYNC, 0o600);
  #waiting: Order[] = [];
  #isWriting = false;
  #offset = 0;

  add(order: Order): void {
    this.#waiting.push(order);
    if (this.#isWriting) return;
    this.#isWriting = true;
    setImmediate(() => this.#write());
  }

  close(): void {
    closeSync(this.#handle);
    rmSync(this.#folder, { recursive: true });
  }

  #write(): void {
    const group = this.#waiting;
    this.#waiting = [];
    const bytes = Buffer.from(JSON.stringify(group.map(({ form }) => form)));
    if (this.#offset + bytes.length > FILE_BYTES) this.#offset = 0;
    write(this.#handle, bytes, 0, bytes.length, this.#offset, (error) => {
      if (error) throw error;
      this.#offset += bytes.length;
      for (const { answer } of group) answer();
      if (this.#waiting.length > 0) setImmediate(() => this.#write());
      else this.#isWriting = false;
    });
  }
}

/** Calls of one socket; what is sent to it in a turn of the event loop is one write. */
function serveSocket(raw: Duplex, file: DurableFile): void {
  let rest: Buffer | null = null;
  let texts: string[] = [];
  const flush = (): void => {
    const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + 4 + text.length, 0));
    let at = 0;
    for (const text of texts) {
      bytes.writeUInt16BE(0x817e, at);
      bytes.writeUInt16BE(text.length, at + 2);
      bytes.write(text, at + 4, 'latin1');
      at += 4 + text.length;
    }
    texts = [];
    raw.write(bytes);
  };
  const answer = (reqId: number, { clientNo }: Order['form']): void => {
    const order = { ...ORDER, clientNo };
    if (texts.length === 0) setImmediate(flush);
    texts.push(
      JSON.stringify({ ...HEAD, channel: 'orders', data: { area: 'spot', order } }),
      JSON.stringify({ ...HEAD, channel: 'balances', data: [BALANCE, { ...BALANCE, coinInfoId: 2 }] }),
      JSON.stringify({ type: 'answer', reqId, ...envelopeOf(order) }),
    );
  };
  raw.on('error', () => undefined);
  raw.on('data', (chunk: Buffer) => {
    const bytes: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    // The callers' frames: masked with zeros, lengths of 16 bits.
    while (bytes.length - at >= 8) {
      const end = at + 8 + bytes.readUInt16BE(at + 2);
      if (end > bytes.length) break;
      const message = JSON.parse(bytes.toString('utf8', at + 8, end)) as Pick<Order, 'form'> & Message;
      if (message.type === 'call') file.add({ form: message.form, answer: () => answer(message.reqId, message.form) });
      at = end;
    }
    rest = at === bytes.length ? null : bytes.subarray(at);
  });
}

interface Message {
  type: string;
  reqId: number;
}

function envelopeOf(data: object): object {
  return { code: 0, msg: '', data, ts: 1_700_000_000_000, traceId: '0123456789abcdef' };
}

function answerOverHttp(file: DurableFile, request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    const form = Object.fromEntries(new URLSearchParams(body)) as Order['form'];
    file.add({
      form,
      answer: () => {
        const text = JSON.stringify(envelopeOf({ ...ORDER, clientNo: form.clientNo }));
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
        response.end(text);
      },
    });
  });
}

export interface BareExchange {
  url: string;
  close(): void;
}

export async function startBareExchange(): Promise<BareExchange> {
  const file = new DurableFile();
  const server = createServer((request, response) => answerOverHttp(file, request, response));
  const sockets = new Set<Duplex>();
  server.on('upgrade', (_, raw) => {
    sockets.add(raw);
    raw.write(UPGRADED);
    serveSocket(raw, file);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      file.close();
    },
  };
}
