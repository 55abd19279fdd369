// One history entry for each open sheet.
// Back closes the innermost sheet before it leaves the page. The entries have the address and the router's key of their
// page; the router takes no part in them.

/** Navigations wait this long for an own traversal. */
const WAIT_MS = 500;
/**
 * An own traversal that brings no `popstate` within this time did not happen. A busy browser takes seconds for one: a
 * second one would then leave the page.
 */
const LOST_MS = 5_000;

interface EntryState {
  /** The router's key of the page. */
  key?: string;
  /** Number of open sheets in this entry; absent in the entry of the page itself. */
  sheets?: number;
}

type Navigation = [state: EntryState, title: string, href?: string | URL | null];

export class SheetHistory {
  readonly #history: History;
  /** The browser's own functions, without the router's. */
  readonly #native: History;
  /** What closes each open sheet, outermost first. */
  readonly #open: { close: () => void }[] = [];
  /** Key of the current page. */
  #key: string | undefined;
  /** Set while an own traversal is on its way. */
  #traversal: ReturnType<typeof setTimeout> | undefined;
  /** Set while navigations wait for it. */
  #wait: ReturnType<typeof setTimeout> | undefined;
  readonly #waiting: (() => void)[] = [];
  /** The page was replaced while a sheet was open: its own entry, of the key `from`, is replaced when it is reached. */
  #replaced: { from: string | undefined; by: Navigation } | null = null;

  constructor(window: Pick<Window, 'history' | 'addEventListener'>) {
    this.#history = window.history;
    this.#native = Object.getPrototypeOf(window.history) as History;
    this.#key = this.#state().key;
    // In the capture phase: before the router, which listens on the same window.
    window.addEventListener('popstate', this.#arrive, { capture: true });
    const push = this.#history.pushState.bind(this.#history);
    const replace = this.#history.replaceState.bind(this.#history);
    this.#history.pushState = (...to: Navigation) => this.#afterTraversal(() => this.#push(push, replace, to));
    this.#history.replaceState = (...to: Navigation) => this.#afterTraversal(() => this.#replace(replace, to));
    this.#settle();
  }

  /** Adds an entry for a sheet; Back calls `close`. Returns the function that removes the entry. */
  add(close: () => void): () => void {
    const sheet = { close };
    this.#open.push(sheet);
    this.#settleSoon();
    return () => {
      const at = this.#open.indexOf(sheet);
      if (at === -1) return;
      this.#open.splice(at, 1);
      this.#settleSoon();
    };
  }

  #state(): EntryState {
    const state: unknown = this.#history.state;
    return typeof state === 'object' && state !== null ? state : {};
  }

  #depth(): number {
    return this.#state().sheets ?? 0;
  }

  /** A task of its own: a navigation by the handler that closes the sheet comes first. */
  #settleSoon(): void {
    setTimeout(() => this.#settle());
  }

  /** Makes the number of entries the number of open sheets. */
  #settle(): void {
    if (this.#traversal !== undefined) return;
    const depth = this.#depth();
    for (let sheets = depth + 1; sheets <= this.#open.length; sheets += 1)
      this.#native.pushState.call(this.#history, { ...this.#state(), sheets }, '');
    if (this.#open.length >= depth) return;
    this.#traversal = setTimeout(() => this.#endTraversal(), LOST_MS);
    this.#wait = setTimeout(() => this.#endWait(), WAIT_MS);
    this.#history.go(this.#open.length - depth);
  }

  #endTraversal(): void {
    clearTimeout(this.#traversal);
    this.#traversal = undefined;
    this.#endWait();
    this.#settle();
  }

  #endWait(): void {
    clearTimeout(this.#wait);
    this.#wait = undefined;
    for (const navigate of this.#waiting.splice(0)) navigate();
  }

  #afterTraversal(navigate: () => void): void {
    if (this.#wait === undefined) navigate();
    else this.#waiting.push(navigate);
  }

  readonly #arrive = (event: PopStateEvent): void => {
    const own = this.#traversal !== undefined;
    const { key } = this.#state();
    const depth = this.#depth();
    if (this.#replaced && key === this.#replaced.from) {
      event.stopImmediatePropagation();
      const [state, title, href] = this.#replaced.by;
      this.#native.replaceState.call(this.#history, depth > 0 ? { ...state, sheets: depth } : state, title, href);
      if (depth === 0) this.#replaced = null;
    } else if (key === this.#key) event.stopImmediatePropagation();
    else {
      this.#key = key;
      this.#replaced = null;
      this.#closeDownTo(0);
    }
    if (!own) this.#closeDownTo(depth);
    this.#endTraversal();
  };

  #closeDownTo(depth: number): void {
    while (this.#open.length > depth) this.#open.pop()?.close();
  }

  /** The new page takes the place of the innermost sheet's entry. By the router's functions: a script navigates too. */
  #push(push: History['pushState'], replace: History['replaceState'], to: Navigation): void {
    this.#open.length = 0;
    this.#replaced = null;
    this.#key = to[0]?.key;
    if (this.#depth() > 0) replace(...to);
    else push(...to);
  }

  /** A page replaced while a sheet is open keeps the sheet's entry above it. */
  #replace(replace: History['replaceState'], to: Navigation): void {
    const sheets = this.#depth();
    const from = this.#replaced?.from ?? this.#key;
    this.#key = to[0]?.key;
    if (sheets === 0) return replace(...to);
    this.#replaced = { from, by: to };
    replace({ ...to[0], sheets }, to[1], to[2]);
  }
}

let shared: SheetHistory | null = null;

/** The history of this window. Called when a sheet first opens, or when the page loads in a sheet's entry. */
export function sheetHistory(): SheetHistory {
  shared ??= new SheetHistory(window);
  return shared;
}
