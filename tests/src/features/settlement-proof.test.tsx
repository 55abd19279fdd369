// @vitest-environment happy-dom
// The delisting notice of a market, and the verified price of a forcibly settled contract.
import { createHash } from 'node:crypto';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_HASH, hex } from '../../../core/encoding/bytes.ts';
import { type ClosingProof as Closing, averageOf } from '../../../core/proofs/delisting-settlement.ts';
import { tickBytes } from '../../../core/proofs/proof-layout.ts';
import { parseMoney, printMoney } from '../../../core/units/units.ts';
import { DelistingNotice } from '../../../src/components/market/delisting-notice.tsx';
import { SettlementProof } from '../../../src/features/orders/settlement-proof.tsx';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { setInstruments } from '../../../src/stores/market/instruments.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const { id: BTC } = btcInfo();
/** One tick of the market in 1e-8. */
const TICK_E8 = 1_000_000n;
const END_MS = Date.UTC(2026, 10, 24, 10);

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  await startI18n('en-US');
  await loadNamespaces(['market', 'orders']);
});
beforeEach(() => setInstruments([btcInfo()]));

/** Index ticks one second apart, up to the end of the market. */
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

async function shown(given: unknown): Promise<{ result: string | undefined; text: string }> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  await act(async () => {
    root.render(<SettlementProof closing={given} coinInfoId={BTC} />);
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
        return block.dataset['result'];
      },
      { timeout: 30_000 },
    )
    .not.toBe('checking');
  const found = { result: block.dataset['result'], text: block.textContent };
  await act(async () => root.unmount());
  host.remove();
  return found;
}

describe('a forcibly settled contract', () => {
  it('shows the reason, and that its price is the average of the ticks', async () => {
    const proof = closing(60);
    const { result, text } = await shown(proof);
    expect(result).toBe('holds');
    expect(text).toContain('The market was delisted');
    expect(text).toContain(`${Number(proof.price).toLocaleString('en-US')} is the average of 60 index prices`);
  });

  it('shows a failure for another price, a missing tick or unreadable data', async () => {
    const proof = closing(60);
    expect((await shown({ ...proof, price: '60001' })).result).toBe('fails');
    expect((await shown({ ...proof, ticks: proof.ticks.filter((_, at) => at !== 30) })).result).toBe('fails');
    expect((await shown('nonsense')).result).toBe('fails');
  });

  it('shows that there was no index to verify', async () => {
    expect((await shown({ ...closing(60), reason: 'index_silent', ticks: [] })).result).toBe('mark');
  });
});

describe('a delisted market', () => {
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

  it('shows the time, what happens to open orders, and the end', async () => {
    expect(await notice(undefined, 1)).toBe('');
    const later = Date.now() + 86_400_000;
    expect(await notice(later, 1)).toMatch(
      /^This market is delisted on \d{4}-\d\d-\d\d .*positions close at the average index price/,
    );
    expect(await notice(later, 0)).toMatch(/coins stay yours/);
    expect(await notice(Date.now() - 1000, 1)).toMatch(/^This market was delisted on/);
  });

  it('shows the end when its time comes, without a message', async () => {
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
