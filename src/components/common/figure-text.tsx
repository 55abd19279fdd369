// A figure whose every digit a tap shows, where its text lacks some.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import type { Figure } from '../../stores/market/figures.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';

/** `data-exact` is what the page's tap listener looks for; `title` is for a mouse. */
export function FigureText({ figure: { text, exact }, className = '' }: { figure: Figure; className?: string }) {
  return (
    <span className={`num ${className}`} title={exact} data-exact={exact}>
      {text}
    </span>
  );
}

/** The same for a figure that changes: signals write it. */
export function LiveFigure({ figure, className }: { figure: ReadonlySignal<Figure>; className?: string | undefined }) {
  const text = useMemo(() => computed(() => figure.value.text), [figure]);
  const holder = useSignalEffect<HTMLSpanElement>(
    useCallback(
      (element: Element) => {
        const { exact } = figure.value;
        for (const name of ['title', 'data-exact'])
          if (exact === undefined) element.removeAttribute(name);
          else element.setAttribute(name, exact);
      },
      [figure],
    ),
  );
  return (
    <span ref={holder}>
      <LiveText text={text} className={className} />
    </span>
  );
}
