// The press that opened a dialog: the dialog's place on a screen with room for that, and presses that repeat it.

/** A dialog that opens later after a press was not opened by it. */
const FRESH_MS = 1_000;
/** Distance to the pointer and to the edges of the window. */
const GAP_PX = 8;
/** Its content may come later: there is room for this much below its top. */
const MIN_HEIGHT_PX = 360;

/** A press within this distance and time of the opening is the second of a double tap; the sheet rises meanwhile. */
const SAME_PLACE_PX = 32;
const OPENING_MS = 300;

interface Press {
  xPx: number;
  yPx: number;
  /** In ms since the page was loaded. */
  atMs: number;
}

let press: Press | null = null;
if (typeof window !== 'undefined') {
  window.addEventListener(
    'pointerdown',
    ({ clientX: xPx, clientY: yPx, timeStamp: atMs }) => {
      press = { xPx, yPx, atMs };
    },
    { capture: true, passive: true },
  );
  window.addEventListener('resize', () => {
    for (const dialog of document.querySelectorAll('[data-placed]')) dialog.removeAttribute('data-placed');
  });
}

/**
 * Sets `--x` and `--y` of an open dialog, and `data-placed`; opened by a key, it stays in the middle, and it goes there
 * when the window changes, as where a device is turned: its end would be off the screen.
 */
export function placeAtPointer(dialog: HTMLElement): void {
  const at = press;
  const placed = at !== null && performance.now() - at.atMs < FRESH_MS;
  dialog.toggleAttribute('data-placed', placed);
  if (!placed) return;
  const { innerWidth, innerHeight } = window;
  const xPx = Math.min(at.xPx - dialog.offsetWidth / 2, innerWidth - dialog.offsetWidth - GAP_PX);
  const yPx = Math.min(at.yPx + GAP_PX, innerHeight - Math.max(dialog.offsetHeight, MIN_HEIGHT_PX) - GAP_PX);
  dialog.style.setProperty('--x', `${Math.max(GAP_PX, xPx)}px`);
  dialog.style.setProperty('--y', `${Math.max(GAP_PX, yPx)}px`);
}

/** Called when a dialog opens. Returns whether a later click is of a press that repeats the one before. */
export function openedByPress(): (click: Pick<MouseEvent, 'detail'>) => boolean {
  const before = press;
  const openedMs = performance.now();
  // A click by a key or a script has no presses.
  return ({ detail }) =>
    detail > 0 &&
    before !== null &&
    press !== null &&
    press.atMs - openedMs < OPENING_MS &&
    Math.hypot(press.xPx - before.xPx, press.yPx - before.yPx) <= SAME_PLACE_PX;
}
