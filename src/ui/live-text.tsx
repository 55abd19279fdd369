// Live text: a signal writes one text node, without React renders.
import { type ReadonlySignal, effect } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import { toneOf } from './tone.ts';

export interface LiveTextProps {
  text: ReadonlySignal<string>;
  className?: string | undefined;
  /** Colours the text permanently by the sign of this number (`data-tone`). */
  tone?: ReadonlySignal<number> | undefined;
  /** Flashes the text for 300 ms in the colour of this number's sign when it changes, at most once a second. */
  flash?: ReadonlySignal<number> | undefined;
  /**
   * The text is a number, pair or symbol that must not be mirrored.
   * @defaultValue true
   */
  ltr?: boolean | undefined;
  id?: string | undefined;
  title?: string | undefined;
}

/** Duration of the flash. It is a hard switch: a fade would be repainted by the main thread in every frame. */
const FLASH_MS = 300;
/** Minimum interval between flashes of one cell: limits repaints and flicker. */
const MIN_FLASH_MS = 1_000;

/**
 * Writes a text and returns its node: a new one for a text of another length. Where figures are aligned to the right or
 * centred, the longer text of the same node begins elsewhere and counts as a layout shift.
 */
export function writeText(node: Text, text: string): Text {
  if (node.data.length === text.length) {
    node.data = text;
    return node;
  }
  const next = document.createTextNode(text);
  node.replaceWith(next);
  return next;
}

/** React renders an empty span; its text node is managed here, so mounting twice (StrictMode) is harmless. */
export function LiveText({ text, className, tone, flash, ltr = true, id, title }: LiveTextProps) {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = span.current;
    if (!element) return;
    let node = document.createTextNode(text.peek());
    element.replaceChildren(node);
    let flashedMs = -Infinity;
    let fade: ReturnType<typeof setTimeout> | undefined;
    const stopText = effect(() => {
      const next = text.value;
      if (node.data === next) return;
      node = writeText(node, next);
      const way = flash?.peek();
      if (!way || performance.now() - flashedMs < MIN_FLASH_MS) return;
      flashedMs = performance.now();
      element.dataset['flash'] = toneOf(way);
      fade = setTimeout(() => element.removeAttribute('data-flash'), FLASH_MS);
    });
    const stopTone =
      tone &&
      effect(() => {
        element.dataset['tone'] = toneOf(tone.value);
      });
    return () => {
      clearTimeout(fade);
      stopText();
      stopTone?.();
    };
  }, [text, tone, flash]);
  const classes = ltr ? `num ${className ?? ''}` : className;
  return <span ref={span} className={classes} id={id} title={title} />;
}
