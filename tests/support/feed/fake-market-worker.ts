// A fake market worker that records calls and answers at once.
import type { View, ViewId } from '../../../core/worker-protocol/worker-protocol.ts';
import type { MarketWorkerClient } from '../../../src/api/market-worker.ts';

export interface FakeMarketWorker extends MarketWorkerClient {
  calls: string[];
  views: Map<ViewId, View>;
  port: MessagePort | null;
}

export function fakeMarketWorker(): FakeMarketWorker {
  const calls: string[] = [];
  const views = new Map<ViewId, View>();
  const market: FakeMarketWorker = {
    calls,
    views,
    port: null,
    start: async (_, port) => {
      market.port = port;
    },
    setSession: async (token) => {
      calls.push(`session ${token}`);
    },
    instruments: async () => [],
    open: async (id, view) => {
      views.set(id, view);
      calls.push(`open ${view.kind}`);
    },
    change: async (id, view) => {
      views.set(id, view);
      calls.push(`change ${view.kind}`);
    },
    close: async (id) => {
      calls.push(`close ${views.get(id)?.kind}`);
      views.delete(id);
    },
    older: async () => {
      calls.push('older');
    },
    showHeat: async () => {
      calls.push('showHeat');
    },
    call: async () => ({ sent: false }),
    recording: async () => new Uint8Array(0),
    setSaving: async (saving) => {
      calls.push(`saving ${saving}`);
    },
    wake: async (reason) => {
      calls.push(`wake ${reason}`);
    },
    hostChart: async (chart) => {
      calls.push(`hostChart ${chart}`);
    },
  };
  return market;
}

export const CONFIG = { socketUrl: 'ws://test', apiBase: 'http://test', language: 'en-US' };
