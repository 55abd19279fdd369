// Orders of the page: on the socket while it is live, else over HTTP, once whatever is lost in between.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SocketCall, SocketReply } from '../../../core/worker-protocol/worker-protocol.ts';
import { type CallContext, setCallContext } from '../../../src/api/call-context.ts';
import { CallError, FAILURE } from '../../../src/api/call.ts';
import { submitCall } from '../../../src/api/submit-call.ts';

const HTTP = { assets: [] };
const FORM = { type: 'transfer_to_contract', coinInfoId: 1, amount: '5', clientNo: 'n1' };
const ok = (data: unknown): SocketReply => ({ sent: true, answer: { code: 0, msg: 'OK', data } });
let overHttp: string[];
let onSocket: SocketCall[];
let ended: string[];
let reply: (call: SocketCall) => Promise<SocketReply>;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += String(part);
  });
  request.on('end', () => {
    overHttp.push(body);
    response.end(JSON.stringify({ code: 0, msg: 'OK', data: HTTP }));
  });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());
beforeEach(() => {
  overHttp = [];
  onSocket = [];
  ended = [];
  reply = async () => ok({ assets: [] });
  context();
});

function context(change: Partial<CallContext> = {}): void {
  const address = server.address();
  setCallContext({
    base: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mmtb-api`,
    token: () => 'token',
    language: () => 'fr-FR',
    onSessionEnded: (refused) => ended.push(refused),
    showToast: () => undefined,
    socketCall: (call) => {
      onSocket.push(call);
      return reply(call);
    },
    ...change,
  });
}
const failure = (made: Promise<unknown>): Promise<CallError> =>
  made.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: CallError) => error,
  );

describe('submitCall', () => {
  it('uses the socket with the texts of the form, and nothing else', async () => {
    expect(await submitCall('/coin/transfer', { ...FORM, remark: undefined } as typeof FORM)).toEqual({ assets: [] });
    expect(onSocket).toEqual([
      {
        path: '/coin/transfer',
        form: { type: 'transfer_to_contract', coinInfoId: '1', amount: '5', clientNo: 'n1' },
        token: 'token',
        language: 'fr-FR',
      },
    ]);
    expect(overHttp).toEqual([]);
  });

  it.each([
    ['is not live', async () => ({ sent: false }) as const],
    ['was lost', async () => ({ sent: true, answer: null }) as const],
    ['fails', () => Promise.reject(new Error('the market is not started'))],
  ])('is made over HTTP with the same clientNo when the socket %s', async (_, given) => {
    reply = given;
    expect(await submitCall('/coin/transfer', FORM)).toEqual(HTTP);
    expect(onSocket).toHaveLength(1);
    expect(overHttp).toEqual(['type=transfer_to_contract&coinInfoId=1&amount=5&clientNo=n1']);
  });

  it('leaves the outcome open when a call without a clientNo is lost', async () => {
    reply = async () => ({ sent: true, answer: null });
    const error = await failure(submitCall('/coin/order/close', { id: 7 }));
    expect(error.code).toBe(FAILURE.network);
    expect(overHttp).toEqual([]);
  });

  it('is made over HTTP by visitors, and where there is no worker', async () => {
    context({ token: () => '' });
    await submitCall('/coin/transfer', FORM);
    setCallContext({
      base: `http://127.0.0.1:${(server.address() as { port: number }).port}/mmtb-api`,
      token: () => 'token',
      language: () => 'fr-FR',
      onSessionEnded: () => undefined,
      showToast: () => undefined,
    });
    await submitCall('/coin/transfer', FORM);
    expect([onSocket.length, overHttp.length]).toEqual([0, 2]);
  });

  it('refuses as a call does: its code, its data, an ended session, a broken answer', async () => {
    reply = async () => ({ sent: true, answer: { code: 2001, msg: 'Too little', data: { need: '1' }, traceId: 't' } });
    expect(await failure(submitCall('/coin/transfer', FORM))).toMatchObject({
      code: 2001,
      message: 'Too little',
      data: { need: '1' },
      traceId: 't',
    });
    reply = async () => ({ sent: true, answer: { code: -1000, msg: 'Log in', data: null } });
    expect((await failure(submitCall('/coin/transfer', FORM))).code).toBe(-1000);
    expect(ended).toEqual(['token']);
    reply = async () => ok({ assets: 'none' });
    expect((await failure(submitCall('/coin/transfer', FORM))).code).toBe(FAILURE.broken);
    expect(overHttp).toEqual([]);
  });

  it('ends with its time-out or its signal, and is not sent again then', async () => {
    reply = () => new Promise(() => undefined);
    expect((await failure(submitCall('/coin/transfer', FORM, { timeoutMs: 20 }))).code).toBe(FAILURE.timeout);
    const abort = new AbortController();
    const aborted = failure(submitCall('/coin/transfer', FORM, { signal: abort.signal }));
    abort.abort(new Error('gone'));
    expect((await aborted).message).toBe('gone');
    expect(overHttp).toEqual([]);
  });
});
