// Messages of an embedded chart: commands, refusals, and which addresses may be framed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMBED_VERSION, isEmbedAddress, readEmbedMessage } from '../../core/embed/embed-protocol.ts';

const message = (fields: object): unknown => ({ defiChart: EMBED_VERSION, id: 7, ...fields });

describe('a message', () => {
  it.each([
    [{ command: 'hello' }, { command: 'hello' }],
    [
      { command: 'setSymbol', symbol: ' btcusdt ', more: 1 },
      { command: 'setSymbol', symbol: 'btcusdt' },
    ],
    [
      { command: 'setInterval', interval: '1s' },
      { command: 'setInterval', interval: '1s' },
    ],
    [
      { command: 'setIndicators', main: '', sub: 'VOL' },
      { command: 'setIndicators', main: '', sub: 'VOL' },
    ],
    [{ command: 'snapshot' }, { command: 'snapshot' }],
    [
      { command: 'replayAt', time: 1_764_000_000_000 },
      { command: 'replayAt', time: 1_764_000_000_000 },
    ],
    [
      { command: 'replayStep', by: 'candle' },
      { command: 'replayStep', by: 'candle' },
    ],
    [
      { command: 'replaySpeed', speed: 0.1 },
      { command: 'replaySpeed', speed: 0.1 },
    ],
    [
      { command: 'snapshot', format: 'dataUrl' },
      { command: 'snapshot', format: 'dataUrl' },
    ],
  ])('%o is a command', (fields, command) => {
    expect(readEmbedMessage(message(fields))).toEqual({ id: 7, command });
  });

  it.each([[new Blob(['x'])], [new File(['x'], 'a.feed')], [new ArrayBuffer(3)]])('with %o carries it', (file) => {
    expect(readEmbedMessage(message({ command: 'replayFile', file }))).toEqual({
      id: 7,
      command: { command: 'replayFile', file },
    });
  });

  it.each([
    [{ command: 'setSymbol' }, 'malformed', /^setSymbol needs "symbol"/],
    [{ command: 'setSymbol', symbol: '' }, 'malformed', /BTC\/USDT/],
    [{ command: 'setSymbol', symbol: 'x'.repeat(401) }, 'malformed', /setSymbol/],
    [
      { command: 'setInterval', interval: '9m' },
      'malformed',
      /one of 1s, 1m, .*1M, or bars such as volume-2\.5, .*range-20\.$/,
    ],
    [{ command: 'setTheme', theme: 'pink' }, 'malformed', /dark, light, system/],
    [{ command: 'snapshot', format: 'gif' }, 'malformed', /blob, dataUrl/],
    [{ command: 'replayAt', time: '2026' }, 'malformed', /ms since the epoch/],
    [{ command: 'replayAt', time: NaN }, 'malformed', /ms since the epoch/],
    [{ command: 'replayAt', time: 1e300 }, 'malformed', /ms since the epoch/],
    [{ command: 'replayAt', time: -1 }, 'malformed', /ms since the epoch/],
    [{ command: 'replayStep', by: 'back' }, 'malformed', /event or candle/],
    [{ command: 'replaySpeed', speed: 501 }, 'malformed', /0\.1 to 500/],
    [{ command: 'replaySpeed', speed: Infinity }, 'malformed', /0\.1 to 500/],
    [{ command: 'replayFile' }, 'malformed', /"file", a recording as a Blob, File or ArrayBuffer/],
    [{ command: 'replayFile', file: 'https://page.example/x.feed' }, 'malformed', /replayFile/],
    [{ command: 'replayFile', file: { size: 1 } }, 'malformed', /replayFile/],
    [{ command: 'replayFile', file: new Uint8Array(4) }, 'malformed', /replayFile/],
    [{ command: 'dance' }, 'unknown-command', /no command "dance".*hello, setSymbol/],
    [{ command: 'toString' }, 'unknown-command', /toString/],
    [{}, 'malformed', /needs "id"/],
  ])('%o is refused in a sentence', (fields, code, sentence) => {
    expect(readEmbedMessage(message(fields))).toMatchObject({
      id: 7,
      fault: { code, message: expect.stringMatching(sentence) },
    });
  });

  it('of another version, or without a usable id, is refused', () => {
    expect(readEmbedMessage({ defiChart: 2, id: 'a', command: 'hello' })).toMatchObject({
      id: 'a',
      fault: { code: 'version', message: 'This chart speaks version 1 of the messages.' },
    });
    for (const id of [undefined, null, {}, NaN, Infinity, '', 'x'.repeat(65)]) {
      expect(readEmbedMessage({ defiChart: 1, id, command: 'hello' }), String(id)).toMatchObject({
        id: null,
        fault: { code: 'malformed' },
      });
    }
  });

  it.each([[null], [undefined], ['hello'], [42], [{}], [{ type: 'webpack' }], [[]]])(
    '%o is not for a chart and ignored',
    (data) => {
      expect(readEmbedMessage(data)).toBeNull();
    },
  );

  it('of any shape never throws', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            defiChart: fc.oneof(fc.constant(1), fc.anything()),
            id: fc.oneof(fc.constant(7), fc.anything()),
            command: fc.oneof(
              fc.constantFrom('setSymbol', 'replayAt', 'replayStep', 'replaySpeed', 'replayFile'),
              fc.anything(),
            ),
            symbol: fc.anything(),
            time: fc.anything(),
            by: fc.anything(),
            speed: fc.anything(),
            file: fc.anything(),
          },
          { requiredKeys: [] },
        ),
        (data) => {
          const read = readEmbedMessage(data);
          return read === null || 'command' in read || read.fault.message.endsWith('.');
        },
      ),
      { seed: 20261121, numRuns: 2000 },
    );
  });
});

describe('the address', () => {
  it.each([
    '/pages/kline/kline?embed=1',
    '/pages/kline/kline?symbol=BTC/USDT&embed=1',
    '/pages/kline/kline?embed=1&q=?embed=0',
  ])('%s is an embedded chart', (url) => {
    expect(isEmbedAddress(url)).toBe(true);
  });

  it.each([
    '/pages/kline/kline',
    '/pages/kline/kline?embed=0',
    '/pages/kline/kline?embed=12',
    '/pages/kline/kline?xembed=1',
    '/pages/kline/kline/?embed=1',
    '/pages/kline/%6bline?embed=1',
    '/pages/tabbar/trade?embed=1',
    '/?embed=1',
    '/?x=/pages/kline/kline?embed=1',
    '//pages/kline/kline?embed=1',
    '/pages/kline/kline?%65mbed=1',
    'http://x/pages/kline/kline?embed=1',
    '',
  ])('%s is not', (url) => {
    expect(isEmbedAddress(url)).toBe(false);
  });
});
