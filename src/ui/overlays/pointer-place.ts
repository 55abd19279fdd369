// Places a dialog at the press that opened it, on a screen with room for that.

/** A dialog that opens later after a press was not opened by it. */
const FRESH_MS = 1_000;
/** Distance to the pointer and to the edges of the window. */
const GAP_PX = 8;
/** Its content may come later: there is room for this much below its top. */
const LEAST_HEIGHT_PX = 360;

let press: { xPx: number; yPx: number; atMs: number } | null = null;
if (typeof window !== 'undefined')
  window.addEventListener(
    'pointerdown',
    ({ clientX: xPx, clientY: yPx, timeStamp: atMs }) => {
      press = { xPx, yPx, atMs };
    },
    { capture: true, passive: true },
  );

/** Sets `--x` and `--y` of an open dialog, and `data-placed`; opened by a key, it stays in the middle. */
export function placeAtPointer(dialog: HTMLElement): void {
  const at = press;
  const placed = at !== null && performance.now() - at.atMs < FRESH_MS;
  dialog.toggleAttribute('data-placed', placed);
  if (!placed) return;
  const { innerWidth, innerHeight } = window;
  const xPx = Math.min(at.xPx - dialog.offsetWidth / 2, innerWidth - dialog.offsetWidth - GAP_PX);
  const yPx = Math.min(at.yPx + GAP_PX, innerHeight - Math.max(dialog.offsetHeight, LEAST_HEIGHT_PX) - GAP_PX);
  dialog.style.setProperty('--x', `${Math.max(GAP_PX, xPx)}px`);
  dialog.style.setProperty('--y', `${Math.max(GAP_PX, yPx)}px`);
}
