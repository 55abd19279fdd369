// Commands that a follower has applied and that may have no rows yet: a takeover writes these rows.
import type { AppliedCommand } from '../projector.ts';
import { isNamed } from '../projector.ts';
import { concernsUsers } from './unwritten-rows.ts';

export class RecentCommands {
  /** All commands after this one are here, except those that concern bots alone. */
  #after = Infinity;
  #commands: AppliedCommand[] = [];

  /** The machine has the state after command `seq`. */
  begin(seq: number): void {
    this.#after = seq;
    this.#commands = [];
  }

  add(applied: AppliedCommand): void {
    if (isNamed(applied.command) || concernsUsers(applied.outcome)) this.#commands.push(applied);
  }

  /** The rows of all commands up to `seq` are written. */
  written(seq: number): void {
    if (seq <= this.#after) return;
    this.#after = seq;
    this.#commands = afterOf(this.#commands, seq);
  }

  /** Commands after `seq`, oldest first, without those that concern bots alone; null when some are missing. */
  after(seq: number): AppliedCommand[] | null {
    return seq < this.#after ? null : afterOf(this.#commands, seq);
  }
}

function afterOf(commands: readonly AppliedCommand[], seq: number): AppliedCommand[] {
  const at = commands.findIndex(({ outcome }) => outcome.seq > seq);
  return at < 0 ? [] : commands.slice(at);
}
