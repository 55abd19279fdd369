// What the soak of the cluster has done so far, piece by piece in one file, and the table of it.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Victim } from './cluster-under-fire.ts';

/** How often each part is struck in all. */
export const GOALS: Readonly<Record<Victim, number>> = {
  engine: 80,
  gateway: 60,
  nats: 30,
  postgres: 30,
  stopped: 25,
  cutOff: 25,
};
/** Of one cluster: what is struck. Leaders are cut off over proxies, which a whole NATS cluster would go around. */
export type PieceKind = 'kills' | 'stale';
const VICTIMS: Record<PieceKind, readonly Victim[]> = {
  kills: ['engine', 'gateway', 'nats', 'postgres'],
  stale: ['stopped', 'cutOff'],
};

/** One cluster that was struck some times and checked afterwards. */
export interface Piece {
  kind: PieceKind;
  seed: number;
  /** Longest time in which callers were answered nothing, ms, of each blow. */
  silencesMs: Partial<Record<Victim, number[]>>;
  /** Those of them in which a leader fell before a standby followed; absent in older records. */
  earlyMs?: number[];
  commands: number;
  reads: number;
  warm: number;
  cold: number;
  /** What must not be; none where the piece held. */
  faults: string[];
}

export class SoakRecord {
  readonly pieces: Piece[];
  readonly #file: string;

  /** Goes on with what the file has. */
  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    this.pieces = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Piece);
  }

  add(piece: Piece): void {
    this.pieces.push(piece);
    appendFileSync(this.#file, `${JSON.stringify(piece)}\n`);
  }

  /** The next blows of a kind, at most `count`: always the part that most of its share is left of. */
  next(kind: PieceKind, count: number): Victim[] {
    const done = new Map(VICTIMS[kind].map((victim) => [victim, this.#silences(victim).length]));
    const plan: Victim[] = [];
    while (plan.length < count) {
      const left = (victim: Victim): number => 1 - done.get(victim)! / GOALS[victim];
      const victim = VICTIMS[kind].reduce((most, other) => (left(other) > left(most) ? other : most));
      if (left(victim) <= 0) break;
      done.set(victim, done.get(victim)! + 1);
      plan.push(victim);
    }
    return plan;
  }

  /** One table of all pieces, as Markdown. */
  table(): string {
    const rows = (Object.keys(GOALS) as Victim[]).map((victim) => {
      const ms = this.#silences(victim).toSorted((a, b) => a - b);
      const at = (share: number): string => String(ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? '-');
      return `| ${victim} | ${ms.length} of ${GOALS[victim]} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
    });
    const sum = (name: 'commands' | 'reads' | 'warm' | 'cold'): number =>
      this.pieces.reduce((total, piece) => total + piece[name], 0);
    const early = this.pieces.flatMap(({ earlyMs = [], faults: own }) => (own.length > 0 ? [] : earlyMs));
    const faults = this.pieces.flatMap(({ kind, seed, faults }) => faults.map((fault) => `${kind} ${seed}: ${fault}`));
    return [
      '| struck | times | longest silence p50, ms | p95 | max |',
      '|---|--:|--:|--:|--:|',
      ...rows,
      '',
      ...(early.length > 0
        ? [
            `in ${early.length} a leader fell before a standby followed: ${early.toSorted((a, b) => a - b).join(', ')} ms`,
          ]
        : []),
      `${this.pieces.length} clusters, ${sum('commands')} commands and ${sum('reads')} reads answered; ` +
        `leaders: ${sum('warm')} with the machine that followed, ${sum('cold')} from rows; ${faults.length} faults`,
      ...faults,
    ].join('\n');
  }

  /** Blows that held: those of a piece with faults are struck again. */
  #silences(victim: Victim): number[] {
    return this.pieces.flatMap(({ silencesMs, faults }) => (faults.length > 0 ? [] : (silencesMs[victim] ?? [])));
  }
}
