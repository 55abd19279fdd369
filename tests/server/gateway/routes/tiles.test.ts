// Tiles over HTTP: binary, refused with a status and an envelope; hostile queries are harmless.
import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { API_BASE } from '../../../../core/endpoints/http.ts';
import { tileAddress } from '../../../../core/endpoints/tile-address.ts';
import { decodeDepthTile, depthTileStart } from '../../../../core/market-data/depth-tile.ts';
import { decodeFlowTile, flowTileStart } from '../../../../core/market-data/flow-tile.ts';
import { decodeTradeTile, tradeTileStart } from '../../../../core/market-data/trade-tile.ts';
import { withinASecond } from '../../../support/data/within-a-second.ts';
import { type Running, startRunning, WITH_ARCHIVE } from '../../../support/server/running-exchange.ts';

const BTC = 2;
const SEED = 20_264;

let at: Running;
beforeAll(async () => {
  at = await startRunning(WITH_ARCHIVE);
});
afterAll(() => at.stop());

const get = (address: string, headers: Record<string, string> = { 'accept-encoding': 'gzip' }) =>
  at.exchange.http.inject({ method: 'GET', url: API_BASE + address, headers });
const newestFlow = (barMs: number): string =>
  tileAddress('/tiles/flow', { coinInfoId: BTC, barMs, levelTicks: 1, fromMs: flowTileStart(Date.now(), barMs) });

describe('tiles over HTTP', () => {
  it('are there for the newest moments, as gzip or plain', async () => {
    const address = newestFlow(60_000);
    const zipped = await get(address);
    expect(zipped.statusCode).toBe(200);
    expect(zipped.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-encoding': 'gzip',
      'cache-control': 'no-store',
    });
    const flow = decodeFlowTile(gunzipSync(zipped.rawPayload));
    expect(flow.coinInfoId).toBe(BTC);
    expect(Math.abs(flow.untilMs - Date.now())).toBeLessThan(10_000);
    for (const headers of [{}, { 'accept-encoding': 'gzip;q=0' }]) {
      const plain = await get(address, headers);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(decodeFlowTile(plain.rawPayload).fromMs).toBe(flow.fromMs);
    }
    // A market that has just started, or a tile that has just begun, has no trade yet.
    const newestTrades = () =>
      get(tileAddress('/tiles/trades', { coinInfoId: BTC, fromMs: tradeTileStart(Date.now()) }));
    const trades = await vi.waitFor(
      async () => {
        const answer = await newestTrades();
        expect(answer.statusCode).toBe(200);
        return answer;
      },
      { timeout: 30_000 },
    );
    const { ids, coinInfoId } = decodeTradeTile(gunzipSync(trades.rawPayload));
    expect([coinInfoId, ids.length > 0]).toEqual([BTC, true]);
    const newestDepth = () => {
      const fromMs = depthTileStart(Date.now(), 1_000);
      return get(tileAddress('/tiles/depth', { coinInfoId: BTC, columnMs: 1_000, levelTicks: 10, fromMs }));
    };
    await vi.waitFor(
      async () => {
        const { levels, bestBids, bestAsks, columns } = decodeDepthTile(gunzipSync((await newestDepth()).rawPayload));
        expect(levels).toBeGreaterThan(100);
        expect(bestBids[columns - 1]).toBeLessThan(bestAsks[columns - 1]!);
      },
      { timeout: 30_000 },
    );
  });

  it('are refused with a status and an envelope', async () => {
    const refusal = async (address: string) => {
      const { statusCode, body, headers } = await get(address);
      expect(headers['cache-control']).toBe('no-store');
      return [statusCode, (JSON.parse(body) as { code: number }).code];
    };
    const hour = flowTileStart(Date.now(), 3_600_000);
    const flow = { coinInfoId: BTC, barMs: 3_600_000, levelTicks: 1, fromMs: hour };
    expect(await refusal(tileAddress('/tiles/flow', { ...flow, coinInfoId: 999_999 }))).toEqual([404, 1404]);
    expect(await refusal(tileAddress('/tiles/flow', { ...flow, fromMs: 0 }))).toEqual([404, 1404]);
    for (const wrong of [{ fromMs: hour + 1 }, { levelTicks: 3 }, { barMs: 7 }, { coinInfoId: -1 }, { fromMs: 9e15 }])
      expect(await refusal(tileAddress('/tiles/flow', { ...flow, ...wrong })), JSON.stringify(wrong)).toEqual([
        400, 1400,
      ]);
    expect(await refusal('/tiles/flow')).toEqual([400, 1400]);
    expect(await refusal(`${tileAddress('/tiles/flow', flow)}&more=1`)).toEqual([400, 1400]);
    expect(await refusal(`${tileAddress('/tiles/flow', flow)}&fromMs=1`)).toEqual([400, 1400]);
    for (const wrong of [`coinInfoId=${BTC}&fromMs=${hour + 1}`, `coinInfoId=0&fromMs=${hour}`, 'fromMs=0'])
      expect(await refusal(`/tiles/trades?${wrong}`), wrong).toEqual([400, 1400]);
    expect(await refusal(tileAddress('/tiles/trades', { coinInfoId: BTC, fromMs: 0 }))).toEqual([404, 1404]);
    expect(await refusal('/tiles/other')).toEqual([404, 1404]);
  });

  it(`answer any query with a tile or a refusal, never a 5xx (seed ${SEED})`, { timeout: 240_000 }, async () => {
    const value = fc.oneof(
      fc.constantFrom('1', '2', '5', '1000', '60000', '300000', '604800000', '0', '-1', 'NaN', '1e3', ' 1', '１'),
      fc.nat(2_000_000).map(String),
      fc.nat().map((n) => String(n * 128_000)),
      fc.string({ maxLength: 12 }),
    );
    const name = fc.constantFrom('coinInfoId', 'barMs', 'columnMs', 'levelTicks', 'fromMs', 'time', '__proto__', '');
    const query = fc
      .array(fc.tuple(name, value), { maxLength: 7 })
      .map((pairs) => pairs.map(([key, text]) => `${key}=${encodeURIComponent(text)}`).join('&'));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('flow', 'depth', 'trades'), query, async (kind, text) => {
        const { statusCode, headers, body } = await get(`/tiles/${kind}?${text}`);
        expect(statusCode).toBeLessThan(500);
        if (headers['content-type'] !== 'application/octet-stream')
          expect([1400, 1404]).toContain((JSON.parse(body) as { code: number }).code);
      }),
      { seed: SEED, numRuns: 1_000 },
    );
    expect((await get('/tiles/flow?coinInfoId=%E0%A4%A')).statusCode).toBe(400);
  });
});

describe('the limit of tiles', () => {
  it('is 30 a second from one address', async () => {
    const limited = await startRunning({ ...WITH_ARCHIVE, RATE_LIMIT: 'on' });
    try {
      const url = API_BASE + newestFlow(60_000);
      const answers = await withinASecond(() =>
        Promise.all(Array.from({ length: 40 }, () => limited.exchange.http.inject({ method: 'GET', url }))),
      );
      const refused = answers.filter(({ statusCode }) => statusCode === 429);
      expect(refused).toHaveLength(10);
      expect(refused[0]!.headers['retry-after']).toBe('1');
    } finally {
      await limited.stop();
    }
  });
});
