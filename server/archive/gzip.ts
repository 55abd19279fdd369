// Gzip on the thread pool, so that the exchange's thread does not wait for it.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

export const zip = promisify(gzip);
export const unzip = promisify(gunzip);
