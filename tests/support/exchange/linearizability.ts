// Checks that a recorded history of concurrent operations could have happened one after another.

import { inspect } from 'node:util';

/** An operation as its caller saw it: it took effect once between `from` and `to`, or, unanswered, once or never. */
export interface Operation<Input, Output> {
  input: Input;
  /** Times on one clock: of the call, and of the answer; `to` is Infinity where no answer came. */
  from: number;
  to: number;
  /** Absent where no answer came. */
  output?: Output;
}

/** What the operations do when they happen one after another. */
export interface SequentialModel<State, Input, Output> {
  initial: State;
  /** The state after the operation; null when it cannot have answered `output` (undefined: any answer). */
  apply(state: State, input: Input, output: Output | undefined): State | null;
  /** Equal for equal states. */
  keyOf(state: State): string;
}

/** A possible past: the state, and which of the operations that are under way have taken effect. */
interface Past<State> {
  state: State;
  done: ReadonlySet<number>;
}

/** The history so far: `underWay` are the indices of the operations that have no answer yet. */
interface Run<State, Input, Output> {
  underWay: ReadonlySet<number>;
  history: readonly Operation<Input, Output>[];
  model: SequentialModel<State, Input, Output>;
}

/**
 * Sentence about the first operation that no order explains; null for a linearizable history. All possible pasts are
 * followed at once; an operation takes effect no later than its answer. Costs grow with the operations under way at one
 * time, not with the length of the history.
 */
export function linearizabilityFault<State, Input, Output>(
  history: readonly Operation<Input, Output>[],
  model: SequentialModel<State, Input, Output>,
): string | null {
  const events = history
    .flatMap(({ from, to }, at) => [
      { time: from, isCall: true, at },
      ...(to === Infinity ? [] : [{ time: to, isCall: false, at }]),
    ])
    // At one time calls come before answers: the operations overlap.
    .sort((a, b) => a.time - b.time || Number(b.isCall) - Number(a.isCall));
  const underWay = new Set<number>();
  let pasts: Past<State>[] = [{ state: model.initial, done: new Set() }];
  for (const { isCall, at } of events) {
    if (isCall) {
      underWay.add(at);
      continue;
    }
    pasts = pastsWith(at, pasts, { underWay, history, model });
    underWay.delete(at);
    if (pasts.length === 0) {
      const { input, output, from, to } = history[at]!;
      return `${inspect(input)} cannot have answered ${inspect(output)} (from ${from} to ${to})`;
    }
  }
  return null;
}

/** The pasts in which operation `at` has taken effect, whatever others did before it. */
function pastsWith<State, Input, Output>(
  at: number,
  pasts: readonly Past<State>[],
  { underWay, history, model }: Run<State, Input, Output>,
): Past<State>[] {
  const found = new Map<string, Past<State>>();
  const seen = new Set<string>();
  const open = [...pasts];
  for (let past = open.pop(); past; past = open.pop()) {
    const key = `${[...past.done].sort((a, b) => a - b).join()} ${model.keyOf(past.state)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (past.done.has(at)) {
      const done = new Set(past.done);
      done.delete(at);
      found.set(`${[...done].sort((a, b) => a - b).join()} ${model.keyOf(past.state)}`, { state: past.state, done });
      continue;
    }
    for (const next of underWay) {
      if (past.done.has(next)) continue;
      const { input, output } = history[next]!;
      const state = model.apply(past.state, input, output);
      if (state !== null) open.push({ state, done: new Set(past.done).add(next) });
    }
  }
  return [...found.values()];
}
