// A market worker that notes what it is asked and answers at once.
import type { View, ViewId } from '../../../core/worker-protocol/worker-protocol.ts';
import type { Market } from '../../../src/api/market-worker.ts';

export interface FakeMarket extends Market {
  asked: string[];
  views: Map<ViewId, View>;
  port: MessagePort | null;
}

export function fakeMarket(): FakeMarket {
  const asked: string[] = [];
  const views = new Map<ViewId, View>();
  const market: FakeMarket = {
    asked,
    views,
    port: null,
    start: async (_, port) => {
      market.port = port;
    },
    setSession: async (token) => {
      asked.push(`session ${token}`);
    },
    instruments: async () => [],
    open: async (id, view) => {
      views.set(id, view);
      asked.push(`open ${view.kind}`);
    },
    change: async (id, view) => {
      views.set(id, view);
      asked.push(`change ${view.kind}`);
    },
    close: async (id) => {
      asked.push(`close ${views.get(id)?.kind}`);
      views.delete(id);
    },
    older: async () => {
      asked.push('older');
    },
    recording: async () => new Uint8Array(0),
    setSaving: async (saving) => {
      asked.push(`saving ${saving}`);
    },
    wake: async (reason) => {
      asked.push(`wake ${reason}`);
    },
    hostChart: async (chart) => {
      asked.push(`hostChart ${chart}`);
    },
  };
  return market;
}

export const CONFIG = { socketUrl: 'ws://test', apiBase: 'http://test', language: 'en-US' };
