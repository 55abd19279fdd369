// Fields of subscriptions and resyncs that a client may leave out or add.
import { describe, expect, test } from 'vitest';
import type { Message } from '../../support/server/feed-fixture.ts';
import { connectedClient } from './socket-fixture.ts';

const books = { channel: 'books', coinInfoId: 2, depth: 20, interval: 0 };

describe('a subscription', () => {
  test('a resync that names only the market applies to every subscription to its book', async () => {
    const peer = await connectedClient();
    peer.send({ type: 'subscribe', reqId: 1, args: [books, { ...books, depth: 50, interval: 100 }] });
    const snapshots = (): Message[] => peer.received.filter(({ kind }) => kind === 'snapshot');
    await expect.poll(() => snapshots().length).toBe(2);
    peer.send({ type: 'resync', channel: 'books', coinInfoId: 2 });
    await expect.poll(() => snapshots().map(({ depth }) => depth)).toEqual([20, 50, 20, 50]);
    peer.send({ type: 'resync', channel: 'books', coinInfoId: 2, depth: 50 });
    await expect.poll(() => snapshots().map(({ depth }) => depth)).toEqual([20, 50, 20, 50, 50]);
    peer.send({ type: 'resync', channel: 'books', coinInfoId: 2, interval: 250 });
    expect(await peer.until(({ type }) => type === 'error')).toMatchObject({ code: 1404 });
  });

  test('every channel of a market takes its area, and knows no market of another', async () => {
    const peer = await connectedClient();
    const args = ['ticker', 'trades'].map((channel) => ({ channel, coinInfoId: 2, area: 'spot' }));
    const candles = { channel: 'candles', coinInfoId: 2, period: '1m', area: 'spot' };
    const elsewhere = [...args, candles, books].map((arg) => ({ ...arg, area: 'forex' }));
    peer.send({ type: 'subscribe', reqId: 1, args: [...args, candles, ...elsewhere] });
    const { ok, fail } = await peer.until(({ type }) => type === 'subscribed');
    expect(ok).toEqual(['ticker:2', 'trades:2', 'candles:2:1m']);
    expect(fail.map(({ code }: { code: number }) => code)).toEqual(elsewhere.map(() => 1404));
  });

  test('a resync and an unsubscription, too, know no market of another area', async () => {
    const peer = await connectedClient();
    peer.send({ type: 'subscribe', reqId: 1, args: [books] });
    await peer.until(({ type }) => type === 'data');
    peer.send({ type: 'resync', channel: 'books', coinInfoId: 2, area: 'forex' });
    expect(await peer.until(({ type }) => type === 'error')).toMatchObject({ code: 1404 });
    peer.send({ type: 'unsubscribe', reqId: 2, args: [{ ...books, area: 'contract' }] });
    expect(await peer.until(({ type }) => type === 'unsubscribed')).toMatchObject({ ok: [] });
    expect(await peer.until(({ type, reqId }) => type === 'error' && reqId === 2)).toMatchObject({ code: 1404 });
    peer.send({ type: 'resync', channel: 'books', coinInfoId: 2, area: 'spot' });
    await expect.poll(() => peer.received.filter(({ kind }) => kind === 'snapshot').length).toBe(2);
    peer.send({ type: 'unsubscribe', reqId: 3, args: [{ ...books, area: 'spot' }] });
    expect(await peer.until(({ reqId }) => reqId === 3)).toMatchObject({ ok: ['books:2:20:0'] });
  });
});
