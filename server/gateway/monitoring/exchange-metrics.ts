// Figures of the running exchange for Prometheus: counts, times and sizes, nothing of any user.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CODE, reject } from '../../../core/errors/errors.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { type Command, FIRST_USER_UID } from '../../exchange/command.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import { newTraceId, refused } from '../envelope.ts';
import { REPORTED_MS } from '../healthz.ts';
import { isLocal } from '../local-request.ts';
import type { SocketCounts } from '../socket/socket-counts.ts';
import type { ArchiveState } from '../../../core/endpoints/operator-answers.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';

/** Bounds of the time from a command's arrival to its durable answer, in s. */
const COMMIT_BUCKETS_S = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** Sampling interval of the event loop's delay. */
const SAMPLE_MS = 20;

/** What is read with the figures. */
export interface MetricsSources {
  connections(): number;
  socketCounts: SocketCounts;
  /** Time of the newest committed command, ms. */
  newestMs(): number;
  /** Size of the database in bytes, NaN where that is not known now; absent where there is none. */
  storeBytes?(): Promise<number>;
  /** What is recorded of markets; absent where nothing is. */
  archive?(): ArchiveState;
  /** Time of the newest moment of a followed archive, ms; absent where none is followed. */
  followedArchiveMs?(): number;
  now(): number;
  /** Of a node that follows another one: commands that it lacks, and the last command with an equal state hash. */
  follower?: { lag(): number; readonly verifiedSeq: number };
}

/** Whether a request may read the figures; else the status of the refusal. */
export type MetricsAccess = (request: FastifyRequest) => Promise<number | null>;

/** Programs of this machine. */
export const forLocalPrograms: MetricsAccess = async (request) => (isLocal(request.raw) ? null : 401);

export class ExchangeMetrics {
  readonly #registry = new Registry();
  /** Commands of users that were answered. Plain numbers, because a counter hashes its labels whenever it counts. */
  readonly #answered = new Map<Command['kind'], { accepted: number; refused: number }>();
  readonly #commit = new Histogram({
    name: 'exchange_commit_seconds',
    help: 'Time from the arrival of a command of a user to its durable answer',
    buckets: COMMIT_BUCKETS_S,
    registers: [this.#registry],
  });
  readonly #delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  #committed = 0;
  #groups = 0;

  /** The sequencer with every command of a user counted and timed. */
  watch(sequencer: Sequencer): Sequencer {
    this.#countAnswered();
    this.#count('exchange_committed_commands_total', 'Committed commands, those of bots too', () => this.#committed);
    this.#count('exchange_commits_total', 'Commits, each of a group of commands', () => this.#groups);
    this.#gauge('exchange_queue_commands', 'Commands that wait for a commit', sequencer.queueLength);
    this.#gauge('exchange_healthy', '1 while commands can be committed', () =>
      sequencer.healthError(REPORTED_MS) ? 0 : 1,
    );
    sequencer.onCommitted((outcomes) => {
      this.#committed += outcomes.length;
      this.#groups += 1;
    });
    return { ...sequencer, submit: (command) => this.#timed(sequencer, command) };
  }

  /** Adds `GET /metrics`. The server must not listen yet. */
  serve(http: FastifyInstance, sources: MetricsSources, access: MetricsAccess): void {
    const { socketCounts, newestMs, now } = sources;
    this.#delay.enable();
    this.#gauge('exchange_sockets', 'Open connections of the feed', sources.connections);
    this.#count('exchange_socket_messages_total', 'Messages sent on sockets', () => socketCounts.sent);
    this.#count('exchange_socket_calls_total', 'Calls made on sockets', () => socketCounts.calls);
    this.#count('exchange_socket_resyncs_total', 'Snapshots that replaced missed changes', () => socketCounts.resyncs);
    this.#gauge('exchange_feed_age_seconds', 'Age of the newest committed command', () =>
      Math.max(0, (now() - newestMs()) / 1000),
    );
    const { follower } = sources;
    if (follower) {
      this.#gauge('exchange_follower_lag_commands', 'Committed commands not applied here', () => follower.lag());
      this.#gauge(
        'exchange_follower_verified_seq',
        "Last command after which the state's hash was compared with the engine's, and was equal",
        () => follower.verifiedSeq,
      );
    }
    if (sources.archive) this.#serveArchive(sources.archive, now);
    const { followedArchiveMs } = sources;
    if (followedArchiveMs)
      this.#gauge(
        'exchange_archive_followed_age_seconds',
        'Age of the newest stored moment that is known here',
        () => (now() - followedArchiveMs()) / 1000,
      );
    if (sources.storeBytes) this.#gauge('exchange_store_bytes', 'Size of the database', sources.storeBytes);
    this.#gauge(
      'exchange_event_loop_delay_seconds',
      'Delay of the event loop since the last reading, 99th percentile',
      () => {
        const seconds = this.#delay.percentile(99) / 1e9;
        this.#delay.reset();
        return seconds;
      },
    );
    this.#gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
    this.#count('process_cpu_seconds_total', 'CPU time of the process', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
    http.get('/metrics', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const refusal = await access(request);
      if (refusal === null) return reply.type(this.#registry.contentType).send(await this.#registry.metrics());
      return reply.code(refusal).send(refused(reject(CODE.sessionInvalid), 'en-US', now(), newTraceId()));
    });
  }

  close(): void {
    this.#delay.disable();
  }

  #serveArchive(archive: () => ArchiveState, now: () => number): void {
    this.#gauge('exchange_archive_bytes', 'Size of the archive, as of the last minute', () => archive().bytes);
    this.#gauge('exchange_archive_limit_bytes', 'Size at which the oldest day goes', () => archive().limits.maxBytes);
    this.#gauge('exchange_archive_age_seconds', 'Age of the oldest recorded moment', () => {
      const { oldestMs } = archive();
      return oldestMs === null ? 0 : (now() - oldestMs) / 1000;
    });
    this.#gauge('exchange_archive_backlog_events', 'Events that wait for the disk', () => archive().backlog);
    this.#gauge(
      'exchange_archive_unstored_bytes',
      'Bytes that wait to be stored elsewhere',
      () => archive().remote?.waitingBytes ?? 0,
    );
    this.#gauge('exchange_archive_seams', 'Times without a recording, of all markets', () => archive().seams);
    this.#count('exchange_archive_failures_total', 'Writes of the archive that failed', () => archive().failures);
  }

  #timed(sequencer: Sequencer, command: Command): Promise<Outcome> {
    const outcome = sequencer.submit(command);
    if (command.uid < FIRST_USER_UID) return outcome;
    const began = performance.now();
    void outcome.then(({ answer }) => {
      this.#commit.observe((performance.now() - began) / 1000);
      let answered = this.#answered.get(command.kind);
      if (!answered) this.#answered.set(command.kind, (answered = { accepted: 0, refused: 0 }));
      answered[isReject(answer) ? 'refused' : 'accepted'] += 1;
    });
    return outcome;
  }

  #countAnswered(): void {
    const answered = this.#answered;
    const collect = function (this: Counter): void {
      this.reset();
      for (const [kind, results] of answered)
        for (const [result, count] of Object.entries(results)) if (count > 0) this.inc({ kind, result }, count);
    };
    this.#registry.registerMetric(
      new Counter({
        name: 'exchange_user_commands_total',
        help: 'Commands of users that were answered: orders, cancels, transfers',
        labelNames: ['kind', 'result'],
        registers: [],
        collect,
      }),
    );
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const collect = async function (this: Gauge): Promise<void> {
      this.set(await read());
    };
    this.#registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
  }

  /** A count that is held elsewhere as a plain number. */
  #count(name: string, help: string, read: () => number): void {
    const collect = function (this: Counter): void {
      this.reset();
      this.inc(read());
    };
    this.#registry.registerMetric(new Counter({ name, help, registers: [], collect }));
  }
}
