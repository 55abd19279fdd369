// The runs of the page as a picture in one file (bench/results/feed.html), and as a table in docs/benchmarks.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tests/support/data/shared-file.ts';
import { writeBlock } from '../harness/page-block.ts';
import { quantile } from '../harness/row.ts';
import type { Measured } from './in-browser.ts';

const SIZE = { width: 640, height: 260, left: 48, bottom: 28, top: 12 } as const;
const FRAME_MS = 16.7;
/** Frames above this are drawn at the top. */
const MAX_MS = 40;

const label = ({ where, pace, slowed }: Measured): string =>
  `${where}, ${pace.toLocaleString('en-US')} messages a second, CPU 1/${slowed}`;

/** Every frame's work as a point, in time's order, with the line of 16.7 ms. */
function chart(one: Measured): string {
  const { frameMs } = one.run.work;
  const x = (i: number): number => SIZE.left + (i / Math.max(1, frameMs.length - 1)) * (SIZE.width - SIZE.left);
  const y = (ms: number): number =>
    SIZE.top + (1 - Math.min(ms, MAX_MS) / MAX_MS) * (SIZE.height - SIZE.top - SIZE.bottom);
  const dots = frameMs.map((ms, i) => `<circle cx="${x(i).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="1.2"/>`).join('');
  const rule = (ms: number): string =>
    `<line x1="${SIZE.left}" x2="${SIZE.width}" y1="${y(ms)}" y2="${y(ms)}"/><text x="4" y="${y(ms) + 4}">${ms} ms</text>`;
  return `<figure><figcaption>${label(one)}: p50 ${quantile(frameMs, 0.5).toFixed(1)}, p95 ${quantile(frameMs, 0.95).toFixed(1)}, p99 ${quantile(frameMs, 0.99).toFixed(1)} ms; main thread ${one.run.work.mainPercent.toFixed(1)} %, worker ${one.run.work.workerPercent.toFixed(1)} %</figcaption>
<svg viewBox="0 0 ${SIZE.width} ${SIZE.height}">${rule(0)}${rule(FRAME_MS)}${rule(MAX_MS)}<g>${dots}</g></svg></figure>`;
}

/** Writes bench/results/feed.html. */
export function plot(all: readonly Measured[]): void {
  const page = `<!doctype html><meta charset="utf-8"><title>Main-thread work of each frame</title>
<style>body{font:14px system-ui;margin:24px;max-width:720px}svg{width:100%;background:#f4f6f9}line{stroke:#b6c0cd}text{font-size:11px;fill:#5d6a7e}g{fill:#2563eb}figure{margin:0 0 24px}</style>
<h1>Main-thread work of each frame</h1><p>${all[0]?.run.work.frameMs.length ?? 0} frames and more a run, in time's order.</p>${all
    .filter(({ run }) => run.work.frameMs.length > 0)
    .map(chart)
    .join('\n')}\n`;
  writeFileSync(join(ROOT, 'bench/results/feed.html'), page);
}

/** A dash where the platform does not report it. */
function cell(value: number, digits: number): string {
  if (Number.isNaN(value)) return '–';
  return value === Infinity ? 'never' : value.toFixed(digits);
}

/** Markdown table, one line a run. */
export function tableOf(all: readonly Measured[]): string {
  const rows = all.map((one) => {
    const { work, ...run } = one.run;
    const cells = [
      cell(run.perSecond, 0),
      cell(run.resyncs, 0),
      cell(run.drainMs, 0),
      ...[0.5, 0.95, 0.99].map((share) => cell(quantile(work.frameMs, share), 1)),
      cell(work.mainPercent, 1),
      cell(work.workerPercent, 1),
      cell(run.commits, 0),
      cell(run.domWritesPerSecond, 0),
      cell(run.heapSlope, 2),
    ];
    return `| market in the ${one.where}, CPU 1/${one.slowed} | ${cells.join(' | ')} |`;
  });
  return [
    '| | messages/s | lost | last shown, ms | frame p50, ms | p95 | p99 | main thread, % | worker, % | React commits | DOM writes/s | heap, MiB/min |',
    `|---|${'--:|'.repeat(11)}`,
    ...rows,
  ].join('\n');
}

export function publishTable(all: readonly Measured[]): void {
  writeBlock('feed', tableOf(all));
}
