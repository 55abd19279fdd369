// @vitest-environment happy-dom
// The end of a market as people are told it: the notice over its pages, and the price of a contract that was closed by
// it, reckoned again.
import { createHash } from 'node:crypto';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_HASH, hex } from '../../../core/encoding/bytes.ts';
import { type ClosingProof as Closing, averageOf } from '../../../core/proofs/delisting-settlement.ts';
import { tickBytes } from '../../../core/proofs/proof-layout.ts';
import { parseMoney, printMoney } from '../../../core/units/units.ts';
import { DelistingNotice } from '../../../src/components/market/delisting-notice.tsx';
import { ClosingProof } from '../../../src/features/orders/closing-proof.tsx';
import { loadWords, startI18n } from '../../../src/locales/i18n.ts';
import { setInstruments } from '../../../src/stores/market/instruments.ts';
import { btcInfo } from './btc-market.ts';

const { id: BTC } = btcInfo();
/** One tick of the market in 1e-8. */
const TICK_E8 = 1_000_000n;
const END_MS = Date.UTC(2026, 10, 24, 10);

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await startI18n('en-US');
  await loadWords(['market', 'orders']);
});
beforeEach(() => setInstruments([btcInfo()]));

/** A run of index ticks a second apart, up to the end of the market. */
function closing(count: number): Closing {
  let prev: Uint8Array = NO_HASH;
  const ticks = Array.from({ length: count }, (_, at) => {
    const tick = {
      seq: at + 1,
      ts: END_MS - (count - 1 - at) * 1000,
      priceE8: 6_000_000_000_000n + BigInt((at * 7) % 13) * TICK_E8,
    };
    const before = prev;
    prev = createHash('sha256')
      .update(tickBytes(before, BTC, tick))
      .digest();
    return { seq: tick.seq, ts: tick.ts, price: printMoney(tick.priceE8), prev: hex(before), hash: hex(prev) };
  });
  const price = averageOf(ticks.map((tick) => parseMoney(tick.price)! / TICK_E8)) * TICK_E8;
  return { reason: 'delisted', ts: END_MS, price: printMoney(price), ticks };
}

async function shown(given: unknown): Promise<{ verdict: string | undefined; text: string }> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  await act(async () => {
    root.render(<ClosingProof closing={given} coinInfoId={BTC} />);
  });
  const block = host.querySelector<HTMLElement>('[data-testid="closing-proof"]')!;
  await expect
    .poll(
      async () => {
        await act(
          () =>
            new Promise<void>((done) => {
              setTimeout(done, 5);
            }),
        );
        return block.dataset['verdict'];
      },
      { timeout: 10_000 },
    )
    .not.toBe('checking');
  const found = { verdict: block.dataset['verdict'], text: block.textContent };
  await act(async () => root.unmount());
  host.remove();
  return found;
}

describe('a contract that the system closed', () => {
  it('is told the reason, and that its price is the average of the ticks', async () => {
    const proof = closing(60);
    const { verdict, text } = await shown(proof);
    expect(verdict).toBe('holds');
    expect(text).toContain('The market was delisted');
    expect(text).toContain(`${Number(proof.price).toLocaleString('en-US')} is the average of 60 index prices`);
  });

  it('is told when the price is another, a tick is missing, or nothing can be read', async () => {
    const proof = closing(60);
    expect((await shown({ ...proof, price: '60001' })).verdict).toBe('fails');
    expect((await shown({ ...proof, ticks: proof.ticks.filter((_, at) => at !== 30) })).verdict).toBe('fails');
    expect((await shown('nonsense')).verdict).toBe('fails');
  });

  it('is told that there was no index to reckon by', async () => {
    expect((await shown({ ...closing(60), reason: 'index_silent', ticks: [] })).verdict).toBe('mark');
  });
});

describe('a market that ends', () => {
  async function notice(delistTime: number | undefined, contractEnable: 0 | 1): Promise<string | null> {
    const host = document.createElement('div');
    const root = createRoot(host);
    await act(async () => {
      root.render(
        <DelistingNotice
          info={{ ...btcInfo(), contractEnable, ...(delistTime === undefined ? {} : { delistTime }) }}
        />,
      );
    });
    const text = host.textContent;
    await act(async () => root.unmount());
    return text;
  }

  it('says when, what becomes of what is open, and that it is over', async () => {
    expect(await notice(undefined, 1)).toBe('');
    const later = Date.now() + 86_400_000;
    expect(await notice(later, 1)).toMatch(
      /^This market is delisted on \d{4}-\d\d-\d\d .*positions close at the average of the index/,
    );
    expect(await notice(later, 0)).toMatch(/coins stay yours/);
    expect(await notice(Date.now() - 1000, 1)).toMatch(/^This market was delisted on/);
  });

  it('says that it is over when the moment comes, without a word from anybody', async () => {
    vi.useFakeTimers();
    const host = document.createElement('div');
    const root = createRoot(host);
    await act(async () => {
      root.render(<DelistingNotice info={{ ...btcInfo(), delistTime: Date.now() + 60_000 }} />);
    });
    await act(async () => {
      vi.advanceTimersByTime(59_000);
    });
    expect(host.textContent).toMatch(/^This market is delisted on/);
    await act(async () => {
      vi.advanceTimersByTime(1_100);
    });
    expect(host.textContent).toMatch(/^This market was delisted on/);
    await act(async () => root.unmount());
    vi.useRealTimers();
  });
});
