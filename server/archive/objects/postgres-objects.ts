// Objects in one table of a PostgreSQL database.
import { Pool } from 'pg';
import { ANSWER_MS, type ByteRange, type ObjectStore, type StoredObject } from './object-store.ts';

const CONNECTIONS = 4;
/** Not compressed by the database: ranges are read without reading the whole, and the content is compressed already. */
const TABLE = `CREATE TABLE IF NOT EXISTS archive_objects (key text COLLATE "C" PRIMARY KEY, content bytea NOT NULL);
  ALTER TABLE archive_objects ALTER COLUMN content SET STORAGE EXTERNAL`;

export class PostgresObjects implements ObjectStore {
  readonly #pool: Pool;
  #table: Promise<unknown> | null = null;

  constructor(url: string, answerMs = ANSWER_MS) {
    this.#pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      application_name: 'archive',
    });
    // An idle connection was lost: the next query opens another one, or has the error.
    this.#pool.on('error', () => undefined);
  }

  async list(prefix: string): Promise<StoredObject[]> {
    const rows = await this.#query(
      'SELECT key, length(content) AS bytes FROM archive_objects WHERE key ^@ $1 ORDER BY key',
      [prefix],
    );
    return rows as StoredObject[];
  }

  async get(key: string, range?: ByteRange): Promise<Uint8Array | null> {
    const rows = range
      ? await this.#query('SELECT substring(content FROM $2 FOR $3) AS content FROM archive_objects WHERE key = $1', [
          key,
          range.from + 1,
          range.bytes,
        ])
      : await this.#query('SELECT content FROM archive_objects WHERE key = $1', [key]);
    return (rows[0] as { content: Buffer } | undefined)?.content ?? null;
  }

  async write(key: string, content: Uint8Array): Promise<boolean> {
    const rows = await this.#query(
      'INSERT INTO archive_objects (key, content) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING RETURNING key',
      [key, Buffer.from(content.buffer, content.byteOffset, content.length)],
    );
    return rows.length === 1;
  }

  async delete(key: string): Promise<void> {
    await this.#query('DELETE FROM archive_objects WHERE key = $1', [key]);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #query(text: string, values: unknown[]): Promise<unknown[]> {
    this.#table ??= this.#pool.query(TABLE);
    try {
      await this.#table;
    } catch (error) {
      this.#table = null;
      throw error;
    }
    return (await this.#pool.query(text, values)).rows as unknown[];
  }
}
