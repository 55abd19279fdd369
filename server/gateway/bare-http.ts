// What Node answers or decides by itself, before the framework: with the gateway's headers, and in HTTP/1.1.
import { IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Headers of an answer without a body, of which no browser makes a page. */
const HEADERS = {
  connection: 'close',
  'content-length': '0',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** A whole answer without a body, after which the connection ends; `status`: as "404 Not Found". */
export function bareAnswer(status: string, more: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ ...HEADERS, ...more }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`;
}

/** Answers requests that expect what is not known here, and those for a tunnel, which Node would leave unanswered. */
export function refuseOtherUses(server: Server): void {
  server.on('checkExpectation', (_request, response) => response.writeHead(417, HEADERS).end());
  server.on('connect', (_request, raw) => endBare(raw, bareAnswer('405 Method Not Allowed')));
}

/**
 * The last answer on a connection that Node has handed over, without its error listener: without one, a caller who
 * hangs up would end the process.
 */
export function endBare(raw: Duplex, answer: string): void {
  raw.on('error', () => raw.destroy());
  raw.once('finish', () => raw.destroy());
  raw.end(answer);
}

/**
 * A request whose offer of another protocol than WebSocket is not seen, as RFC 9110 7.8 allows: Node would take it for
 * one to upgrade, and clients that prefer HTTP/2 (those of Java, `curl --http2`) would be refused.
 */
export class PlainRequest extends IncomingMessage {
  declare offersUpgrade: boolean | null;

  /** Set by Node's parser before the headers, and read after them. */
  get upgrade(): boolean {
    const isKnown = this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket';
    return this.offersUpgrade === true && isKnown;
  }

  set upgrade(offers: boolean | null) {
    this.offersUpgrade = offers;
  }

  /** Node's parser has stopped at the offer: what came behind it, in the same packet, is lost. */
  get endsItsConnection(): boolean {
    return this.offersUpgrade === true && !this.upgrade;
  }
}

/**
 * Whether a proxy in front may have read this head in another way, as of another host or with another end: RFC 9112 3.2
 * and 6.1 demand that it is refused.
 */
export function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  const { 'transfer-encoding': coding } = headers;
  const isCodingKnown = coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1');
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') || !isCodingKnown;
}
