// Undo history of drawings: every step is a whole list that is never mutated.
import type { Drawing } from '../api.ts';
import { MAX_UNDO_STEPS } from './drawing-limits.ts';

export type DrawingList = readonly Drawing[];

export class DrawingHistory {
  now: DrawingList = [];
  #past: DrawingList[] = [];
  #future: DrawingList[] = [];

  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Starts over with another list. */
  reset(list: DrawingList): void {
    this.now = list;
    this.#past = [];
    this.#future = [];
  }

  /** Adds a step and clears redo. Beyond `MAX_UNDO_STEPS` the oldest step is dropped. */
  commit(next: DrawingList): void {
    this.#past.push(this.now);
    if (this.#past.length > MAX_UNDO_STEPS) this.#past.shift();
    this.#future = [];
    this.now = next;
  }

  /** Replaces the list of the current step; a step without a change is removed. */
  amend(next: DrawingList): void {
    const before = this.#past[this.#past.length - 1];
    const isUnchanged = before?.length === next.length && before.every((each, at) => each === next[at]);
    this.now = isUnchanged ? this.#past.pop()! : next;
  }

  /** Returns whether there was a step to undo. */
  undo(): boolean {
    const before = this.#past.pop();
    if (!before) return false;
    this.#future.push(this.now);
    this.now = before;
    return true;
  }

  redo(): boolean {
    const after = this.#future.pop();
    if (!after) return false;
    this.#past.push(this.now);
    this.now = after;
    return true;
  }
}

/** An id that no drawing of the list has: one above the largest number in use. */
export function nextId(list: DrawingList): string {
  let largest = 0;
  for (const { id } of list) {
    const number = /^d(\d{1,15})$/.exec(id);
    if (number) largest = Math.max(largest, Number(number[1]));
  }
  return `d${largest + 1}`;
}
