// A price ladder over a fake worker and exchange, with the presses of its user.
import { Profiler, act } from 'react';
import { beforeAll, beforeEach, vi } from 'vitest';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { BOOK_STATE, LINK, SECTION, SECTION_HEAD } from '../../../../core/worker-protocol/worker-protocol.ts';
import { callAsAUser } from '../../../support/data/call-context.ts';
import { connectMarketWorker } from '../../../../src/api/market-worker.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { useTicketCommands } from '../../../../src/components/ticket/ticket-commands.ts';
import { SETTLE_MS } from '../../../../src/features/terminal/ladder/ladder-input.ts';
import { LadderPane } from '../../../../src/features/terminal/ladder/ladder-pane.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { clearContracts } from '../../../../src/stores/account/contract-orders.ts';
import { clearOrders } from '../../../../src/stores/account/spot-orders.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { measureAge } from '../../../../src/stores/market/connection.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { setTickerInstruments } from '../../../../src/stores/market/tickers.ts';
import { tickersFreshness } from '../../../../src/stores/market/view-freshness.ts';
import { reactRoot, setValue } from '../../../support/browser/react-root.ts';
import { bookSection, frameOf, linkSection, tickersSection } from '../../../support/data/generated-frame.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { CONFIG, fakeMarketWorker } from '../../../support/feed/fake-market-worker.ts';
import { madeOrder } from '../../stores/made-order.ts';

export const btc = instrumentOf(btcInfo());
export const perpetual = instrumentOf({
  ...btcInfo(),
  id: 102,
  pair: 'BTCUSDT',
  contractEnable: 1,
  spotEnable: 0,
  maxMultiple: 50,
});
/** A market whose price is not known before it is shown. */
export const unseen = instrumentOf({ ...btcInfo(), id: 103, pair: 'WBTC/USDT' });
const worker = fakeMarketWorker();
export const page = reactRoot();
/** Ticks in a row: what the ladder chooses at 67,000.00. */
export const GROUP = 100;
const ROWS = 9;
export const BEST_BID = 6_700_000;

/** What the current test has seen: React commits, fillings of the order form, calls; and the answers it gives. */
export const seen = {
  commits: 0,
  filled: [] as unknown[],
  calls: [] as { path: string; form: Record<string, string> }[],
  answers: {} as Record<string, () => unknown>,
};
export const ok = (data: unknown): object => ({ code: 0, msg: 'OK', data });

function Ticket() {
  useTicketCommands((command) => seen.filled.push(command));
  return null;
}

function viewId(): number {
  for (const [id, view] of worker.views) if (view.kind === 'book') return id;
  throw new Error('no book view is open');
}

/** Ticks in a row of the book that the ladder asks for. */
export function askedGroup(): number | undefined {
  const view = worker.views.get(viewId());
  return view?.kind === 'book' ? view.groupTicks : undefined;
}

/** A frame with a book of two levels a side; `bid` is its best price. */
export function feed(
  bid = BEST_BID,
  { state = BOOK_STATE.live as number, coinInfoId = 2, asOf = Date.now() } = {},
): void {
  const book = viewId();
  receiveFrame(
    frameOf([
      linkSection({ state: LINK.open, lastReceived: Date.now() }),
      tickersSection([{ id: coinInfoId, last: bid, bid, ask: bid + 2 * GROUP }]),
      bookSection(
        book,
        state,
        [
          [bid, 20_000],
          [bid - 2 * GROUP, 150_000],
        ],
        [
          [bid + 2 * GROUP, 30_000],
          [bid + 3 * GROUP, 10_000],
        ],
        GROUP,
      ),
      [SECTION.viewStatus, 0, SECTION_HEAD + 3, book, state, asOf],
    ]),
  );
  tickersFreshness.update(BOOK_STATE.live, Date.now());
  measureAge(Date.now());
}

export async function show(instrument = btc, bid = BEST_BID): Promise<void> {
  await act(async () =>
    page.root.render(
      <Profiler id="ladder" onRender={() => void (seen.commits += 1)}>
        <LadderPane instrument={instrument} />
        <Ticket />
      </Profiler>,
    ),
  );
  await act(async () => feed(bid, { coinInfoId: instrument.info.id }));
  // The first frame places the prices; a press soon after a later move is ignored.
  await act(async () => vi.advanceTimersByTimeAsync(SETTLE_MS + 1));
}

export const cell = (row: number, column: string): HTMLElement =>
  page.host.querySelector<HTMLElement>(`[data-row="${row}"] > [data-col="${column}"]`)!;
export const texts = (column: string): string[] =>
  Array.from({ length: ROWS }, (_, row) => cell(row, column).textContent);
export const message = (): string => page.host.querySelector('[data-testid="ladder-message"]')!.textContent;
export const armSwitch = (): HTMLButtonElement => page.host.querySelector('[role="switch"]')!;
export const arm = (): Promise<void> => act(async () => armSwitch().click());
export const isArmed = (): boolean => armSwitch().getAttribute('aria-checked') === 'true';
export const sent = (): string[] => seen.calls.map(({ path }) => path).filter((path) => /add|close|replace/.test(path));

export function point(type: string, target: EventTarget, init: PointerEventInit = {}): Promise<void> {
  return act(
    async () =>
      void target.dispatchEvent(
        new PointerEvent(type, { bubbles: true, button: 0, isPrimary: true, pointerId: 1, ...init }),
      ),
  );
}
/** A call leaves a few microtasks after the press. */
export const click = (target: EventTarget, detail = 1): Promise<void> =>
  act(async () => {
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    await vi.advanceTimersByTimeAsync(1);
  });
export async function press(target: HTMLElement, detail = 1): Promise<void> {
  await point('pointerdown', target);
  await point('pointerup', target);
  await click(target, detail);
}
export const key = (target: HTMLElement, name: string, init: KeyboardEventInit = {}): Promise<void> =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, ...init }));
    await vi.advanceTimersByTimeAsync(1);
  });
export async function typeAmount(amount: string): Promise<void> {
  const input = page.host.querySelector<HTMLInputElement>('[data-testid="ladder-amount"]')!;
  await act(async () => {
    setValue(input, amount);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: null }));
  });
}
export const dialog = (): HTMLElement | undefined =>
  [...page.host.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
export const button = (testId: string): HTMLButtonElement => dialog()!.querySelector(`[data-testid="${testId}"]`)!;

/** Call it once in a file: everything is fresh before each test. */
export function setUpLadder(): void {
  beforeAll(async () => {
    await Promise.all(
      (['/coin/order/add', '/coin/order/close', '/coin/contract/order/add', '/coin/assets'] as const).map(
        responseSchema,
      ),
    );
    connectMarketWorker(worker, CONFIG, receiveFrame);
    setTickerInstruments([btc, perpetual, unseen]);
    await startI18n('en-US');
    await loadNamespaces(['market', 'chart', 'contracts', 'refusals', 'orders']);
    callAsAUser();
  });
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        #changed: () => void;
        constructor(changed: () => void) {
          this.#changed = changed;
        }
        observe = (): void => this.#changed();
        disconnect = (): void => undefined;
      },
    );
    stored('fxproUserToken').value = 'tok';
    stored('fxproConfirm').value = '0';
    const coin = (coinInfoId: number): object => ({
      coinInfoId,
      balanceSpot: '10000',
      balanceSpotFreeze: '0',
      balanceContract: '5000',
      balanceContractFreeze: '0',
    });
    stored('assetsData').value = {
      assets: [coin(1), coin(2)] as never,
      usdtAmountSpotFreeze: '0',
      usdtAmountContractFreeze: '0',
    };
    clearOrders();
    clearContracts();
    Object.assign(seen, { filled: [], calls: [], answers: {}, commits: 0 });
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      seen.calls.push({ path, form: Object.fromEntries(new URLSearchParams(String(init?.body ?? ''))) });
      const answer = await (seen.answers[path] ?? (() => ({ code: 1404, msg: 'not found', data: null })))();
      return new Response(JSON.stringify(answer));
    });
    seen.answers['/coin/order/add'] = () => ok(madeOrder({ id: 9 }));
    return () => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });
}
