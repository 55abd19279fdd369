// What kind of exchange this is, by its configuration: a demo, and a repeatable simulation as tests start it.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { read } from '../../api/read.ts';

const repeatable = signal(false);
/** The market is a repeatable simulation; the page then shows a banner. */
export const isRepeatable: ReadonlySignal<boolean> = repeatable;

const demo = signal<boolean | null>(null);
/** Whether accounts hold demo money; null while unknown. */
export const isDemo: ReadonlySignal<boolean | null> = demo;

const isSet = (group: unknown, flag: string): boolean =>
  typeof group === 'object' && group !== null && (group as Record<string, unknown>)[flag] === 1;

let loading: Promise<void> | null = null;

/** Fetches the kind once; after a failure it may be called again. A back end without the flags is a real market. */
export function loadExchangeMode(): Promise<void> {
  loading ??= read('/common/prop', { keys: 'market,features' }).then(
    ({ market, features }) => {
      repeatable.value = isSet(market, 'repeatable');
      demo.value = isSet(features, 'demo');
    },
    (cause: unknown) => {
      loading = null;
      throw cause;
    },
  );
  return loading;
}
