// Whether a database takes writes that need space on its disk.
import type { Client } from 'pg';
import { errorCode } from '../error-code.ts';

/**
 * 8 MB in a table that is gone at once: a small change finds a place in pages that are there, and proves nothing. More
 * than an exchange writes in a minute, so that one which starts does not stop again at once.
 */
const PROBE = `CREATE TEMPORARY TABLE defi_space AS SELECT repeat('-', 1900) AS filler FROM generate_series(1, 4400);
  DROP TABLE defi_space`;
/** No space, a disk that fails, and a server that may only be read. */
const REFUSED = /^(53100|58030|25006)$/;

/** False also where the server does not answer: the next query fails. */
export async function refusesWrites(client: Client): Promise<boolean> {
  try {
    await client.query(PROBE);
    return false;
  } catch (error) {
    return REFUSED.test(errorCode(error));
  }
}
