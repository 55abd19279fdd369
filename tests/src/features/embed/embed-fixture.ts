// A frame of the embedded chart with a chart, a view, a replay and a page around it that record their calls.
import { setTimeout as pause } from 'node:timers/promises';
import { signal } from '@preact/signals-react';
import { vi } from 'vitest';
import type { ChartEvent } from '../../../../chart/api.ts';
import type { EmbedEvent, EmbedFault, EmbedReplay } from '../../../../core/embed/embed-protocol.ts';
import { type Instrument, instrumentOf } from '../../../../core/instruments/instrument.ts';
import { LISTED_INSTRUMENTS } from '../../../../server/simulation/listed-instruments.ts';
import { readFrameAddress } from '../../../../src/features/embed/frame-address.ts';
import { EmbedFrame, type EmbedChart } from '../../../../src/features/embed/embed-frame.ts';
import { type FrameReplay, fileFault } from '../../../../src/features/embed/frame-replay.ts';
import type { FrameView } from '../../../../src/features/embed/frame-view.ts';
import type { Freshness } from '../../../../src/stores/market/connection.ts';
import { printIndicatorList } from '../../../../src/features/embed/indicator-list.ts';

export const MARKETS: Instrument[] = LISTED_INSTRUMENTS.filter(({ pair }) => pair !== '').map(instrumentOf);
export const PAGE = 'https://page.example';
/** 3 x 2 pixels: signature and header. */
export const PNG = new Blob(
  [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 3, 0, 0, 0, 2])],
  { type: 'image/png' },
);

export const address = (query: string, languages: string[] = []) =>
  readFrameAddress(new URLSearchParams(query), languages);

/** A parent page that records the posted messages. */
export function page() {
  const posted: { message: unknown; origin: string }[] = [];
  return { posted, postMessage: (message: unknown, origin: string): void => void posted.push({ message, origin }) };
}

/** A replay that records its calls. */
export function recordedReplay() {
  const calls: string[] = [];
  let emit: (replay: EmbedReplay) => void = () => undefined;
  let fault: (fault: EmbedFault) => void = () => undefined;
  const replay: FrameReplay = {
    show: (id) => void calls.push(`show ${id}`),
    goTo: async (ms) => void calls.push(`goTo ${ms}`),
    play: async () => void calls.push('play'),
    pause: () => void calls.push('pause'),
    step: async (by, interval) => void calls.push(`step ${by} ${interval}`),
    setSpeed: (times) => void calls.push(`speed ${times}`),
    // A file of no byte is refused; another one has a BTC/USDT of its own, and nothing else.
    open: async (file) => {
      if (file.size === 0) throw fileFault('foreign');
      calls.push(`open ${await file.text()}`);
      const [info] = MARKETS.map((market) => market.info).filter(({ pair }) => pair === 'BTC/USDT');
      return { infos: [{ ...info!, priceTick: '0.5' }], markets: [info!.id] };
    },
    onChange: (onMoment, onFault) => {
      emit = onMoment;
      fault = onFault;
    },
  };
  return {
    calls,
    replay,
    emit: (now: EmbedReplay): void => emit(now),
    fault: (given: EmbedFault): void => fault(given),
  };
}

/** A frame with a fake chart and view that record calls. */
export function frameOf(query: string, replay: FrameReplay | null = null) {
  const phase = signal<'loading' | 'ready' | 'empty' | 'failed'>('loading');
  const markets = signal<readonly Instrument[]>([]);
  const listeners: ((event: ChartEvent) => void)[] = [];
  const shown: string[] = [];
  const grids: string[] = [];
  const seen = { state: '', title: '', note: '', theme: '', feed: '', head: '' };
  const snapshot = vi.fn(async () => PNG);
  const freshness = { fresh: signal<Freshness>('stale'), ageSeconds: signal(0) };
  const chart: EmbedChart = {
    phase,
    failure: 'no answer',
    freshness,
    chart: { resetView: () => undefined, snapshot },
    show: ({ instrument, interval, main, sub }) => {
      shown.push(`${instrument.info.pair} ${interval} ${printIndicatorList(main)} ${printIndicatorList(sub)}`);
      grids.push(instrument.info.priceTick);
      phase.value = 'loading';
    },
    retry: () => undefined,
    onEvent: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const view = {
    setHeader: (pair, interval) => Object.assign(seen, { head: `${pair} ${interval}` }),
    setFeedStatus: (fresh, text) => Object.assign(seen, { feed: `${fresh} ${text}` }),
    setLabel: () => undefined,
    setState: (kind, title = '') => Object.assign(seen, { state: kind, title }),
    setNote: (text) => Object.assign(seen, { note: text }),
  } as Partial<FrameView> as FrameView;
  const parent = page();
  const unreachable = signal(false);
  const frame = new EmbedFrame(address(`origin=${PAGE}&${query}`), (key) => key, {
    replay,
    view,
    chart,
    parent,
    markets,
    setMarkets: (infos) => {
      markets.value = infos.map(instrumentOf);
    },
    unreachable,
    applyTheme: (theme) => {
      seen.theme = theme;
    },
    setLocale: async (code) => {
      // Its texts come late.
      if (code === 'de-DE') await pause(50);
      return (key) => `${code.slice(0, 2)}:${key}`;
    },
  });
  let id = 0;
  const request = async (command: string, fields: object = {}): Promise<EmbedEvent> => {
    id += 1;
    frame.link.receive({ data: { defiChart: 1, id, command, ...fields }, origin: PAGE, source: parent });
    const answer = await vi.waitFor(() => {
      const found = parent.posted
        .map(({ message }) => message as EmbedEvent)
        .find((event) => 'id' in event && event.id === id);
      if (!found) throw new Error('no answer yet');
      return found;
    }, 15_000);
    return answer;
  };
  const events = (event: string): EmbedEvent[] =>
    parent.posted.map(({ message }) => message as EmbedEvent).filter((one) => one.event === event);
  return {
    phase,
    freshness,
    markets,
    unreachable,
    shown,
    grids,
    seen,
    request,
    events,
    snapshot,
    chart: (event: ChartEvent) => listeners.forEach((listener) => listener(event)),
  };
}
