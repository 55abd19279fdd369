// A cluster of processes on this machine: gateways, engines, NATS servers and a database.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Launched } from '../../support/server/server-process.ts';
import { callAt } from '../../support/server/server-process.ts';

export interface Node extends Omit<Launched, 'url'> {
  url: string;
}

export type Launch = (env: Record<string, string>) => Launched;

/** Settings that all nodes share. */
export interface ClusterSettings {
  natsUrl: string;
  databaseUrl: string;
  dataDir: string;
  /** Each engine reaches NATS and the database over proxies of its own. */
  isProxied?: boolean;
  /** Further variables of the nodes, by role. */
  env?: Partial<Record<'engine' | 'gateway', Record<string, string>>>;
}

/** Starts an engine; its address is known when it leads. */
export function launchEngine(launch: Launch, settings: ClusterSettings): Launched {
  return launch(envOf('engine', settings));
}

function envOf(role: 'engine' | 'gateway', { natsUrl, databaseUrl, dataDir, env }: ClusterSettings) {
  return { ROLE: role, NATS_URL: natsUrl, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env?.[role] };
}

export async function startGatewayNode(launch: Launch, settings: ClusterSettings): Promise<Node> {
  return listening(launch(envOf('gateway', settings)));
}

/** Resolves when the node listens. Throws Error with its output when it ends before. */
export async function listening(launched: Launched): Promise<Node> {
  const url = await Promise.race([
    launched.url,
    launched.ended.then(({ code, text }) => {
      throw new Error(`ended with ${code}: ${text}`);
    }),
  ]);
  return { ...launched, url };
}

/** Status of `/healthz`; 0 where nothing answers within `mostMs`. */
export async function healthOf(url: string, mostMs = 1_000): Promise<number> {
  return fetch(`${url}/healthz`, { signal: AbortSignal.timeout(mostMs) }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Between two looks at a condition, most of which are calls of a node: the processor is the nodes'. */
const LOOK_MS = 25;

/** Waits for a condition; returns how long it took, ms. Throws Error after `mostMs`. */
export async function until(what: string, condition: () => Promise<boolean>, mostMs = 60_000): Promise<number> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > mostMs) throw new Error(`${what}: not within ${mostMs} ms`);
    await pause(LOOK_MS);
  }
  return performance.now() - began;
}

/** Kills at once, as a lost machine does. */
export async function kill({ child, ended }: { child: ChildProcess; ended: Promise<unknown> }): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Levels, checksum and `seq` of a market's book, as one node has it. */
export async function bookOf(url: string, coinInfoId: string): Promise<string> {
  const { data } = await callAt(url, '/coin/books', { coinInfoId });
  return JSON.stringify([data['bids'], data['asks'], data['cs'], data['seq']]);
}
