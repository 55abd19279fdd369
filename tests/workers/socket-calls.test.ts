// Calls of the page on the worker's socket: sent only while it is live with the caller's session.
import { beforeEach, describe, expect, it } from 'vitest';
import type { SocketCall, SocketReply } from '../../core/worker-protocol/worker-protocol.ts';
import { settled } from '../support/feed/fake-platform.ts';
import { market, startMarket, platform } from './market-fixture.ts';

const ORDER: SocketCall = {
  path: '/coin/order/add',
  form: { coinInfoId: '2', clientNo: 'n1' },
  token: 'token',
  language: 'de-DE',
};
const envelope = { code: 0, msg: 'OK', data: { id: 7 }, ts: 1, traceId: 'trace' };

beforeEach(startMarket);

async function signIn(): Promise<void> {
  platform.socket.onOpen();
  await market.setSession('token');
  platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
}
/** The result so far; undefined: none yet. */
function watch(call: Promise<SocketReply>): { reply: SocketReply | undefined } {
  const watched: { reply: SocketReply | undefined } = { reply: undefined };
  void call.then((reply) => {
    watched.reply = reply;
  });
  return watched;
}

describe('a call on the socket', () => {
  it('is sent as it is, and its answer is joined by its number', async () => {
    await signIn();
    const one = watch(market.call(ORDER));
    const two = watch(market.call({ ...ORDER, form: { clientNo: 'n2' } }));
    const sent = platform.socket.ofType('call');
    expect(sent[0]).toEqual({ type: 'call', reqId: 1, path: ORDER.path, form: ORDER.form, language: 'de-DE' });
    platform.socket.receive({ type: 'answer', reqId: sent[1]!['reqId'], ...envelope });
    platform.socket.receive({ type: 'answer', reqId: 99, ...envelope });
    await settled();
    expect([one.reply, two.reply]).toEqual([undefined, { sent: true, answer: envelope }]);
    platform.socket.receive({ type: 'answer', reqId: 1, code: 2001, msg: 'No', data: null });
    await settled();
    expect(one.reply).toEqual({ sent: true, answer: { code: 2001, msg: 'No', data: null } });
  });

  it('is not sent before the session is confirmed, with another session, or without a connection', async () => {
    platform.socket.onOpen();
    expect(await market.call(ORDER)).toEqual({ sent: false });
    await market.setSession('token');
    expect(await market.call(ORDER)).toEqual({ sent: false });
    platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
    expect(await market.call({ ...ORDER, token: 'other' })).toEqual({ sent: false });
    await market.setSession('other');
    expect(await market.call(ORDER)).toEqual({ sent: false });
    expect(platform.socket.ofType('call')).toEqual([]);
    platform.socket.onClose();
    expect(await market.call({ ...ORDER, token: 'other' })).toEqual({ sent: false });
  });

  it('is lost with its connection, closed or silent, and a later answer of it is not taken', async () => {
    await signIn();
    const closed = watch(market.call(ORDER));
    const first = platform.socket;
    first.onClose();
    await settled();
    expect(closed.reply).toEqual({ sent: true, answer: null });
    await platform.pass(7_000);
    await signIn();
    platform.answersPings = false;
    const silent = watch(market.call(ORDER));
    await platform.pass(15_000);
    expect(silent.reply).toEqual({ sent: true, answer: null });
    first.receive({ type: 'answer', reqId: 1, ...envelope });
    await settled();
    expect(silent.reply).toEqual({ sent: true, answer: null });
  });

  it('is not made on a new connection before its session is confirmed there', async () => {
    await signIn();
    platform.socket.onClose();
    await platform.pass(7_000);
    platform.socket.onOpen();
    expect(await market.call(ORDER)).toEqual({ sent: false });
    platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
    const again = watch(market.call(ORDER));
    expect(platform.socket.ofType('call')).toHaveLength(1);
    await settled();
    expect(again.reply).toBeUndefined();
  });
});
