// Notices that a server has lost a session without a word: its machine is gone, or a network forgot the connection.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** A statement without an answer for this long is looked after, and again after as long. */
const SILENT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Behind a pooler that numbers sessions by itself nothing is known of them. */
const LOOK = `SELECT COUNT(CASE WHEN pid = $1 THEN 1 END)::int AS there, pg_backend_pid() = $2 AS known
  FROM pg_stat_activity`;

/**
 * Resolves or rejects as `answer`, which `client` waits for. Where its server has no such session any more, or is not
 * there, the connection is ended, so that it rejects: the system would wait for some 15 minutes. A server that is slow
 * is waited for.
 */
export async function watched<T>(databaseUrl: string, client: Client, answer: Promise<T>): Promise<T> {
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void hasSession(databaseUrl, numberOf(client)).then((isThere) => {
      isLooking = false;
      if (!isThere) client.connection.stream.destroy();
    });
  }, SILENT_MS);
  try {
    return await answer;
  } finally {
    clearInterval(timer);
  }
}

/** True as well where the server answers something else, or nothing after it has let us in. */
async function hasSession(databaseUrl: string, session: number): Promise<boolean> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'defi watch',
  });
  client.on('error', () => undefined); // the query fails
  const look = async (): Promise<boolean> => {
    await client.connect();
    const { rows } = await client.query<{ there: number; known: boolean }>(LOOK, [session, numberOf(client)]);
    return rows[0]!.there > 0 || !rows[0]!.known;
  };
  try {
    return await Promise.race([look(), pause(2 * CONNECT_TIMEOUT_MS, true, { ref: false })]);
  } catch (error) {
    // A refusal is an answer.
    return error instanceof Error && 'severity' in error;
  } finally {
    client.connection.stream.destroy();
  }
}

/** The server's number of a session. */
function numberOf(client: Client): number {
  return (client as Client & { processID: number }).processID;
}
