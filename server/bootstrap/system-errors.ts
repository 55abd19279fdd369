// Errors of the operating system as sentences for the operator.
import { errorMessage } from '../../core/errors/error-message.ts';
import { errorCode } from '../store/error-code.ts';

const MESSAGES: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not do that',
  EROFS: 'that disk can only be read',
  ENOSPC: 'that disk is full',
  EDQUOT: 'the quota of that disk is used up',
  EFBIG: 'a file may not be so large there; raise the limit (ulimit -f)',
  EMFILE: 'this process may not open more files; raise the limit (ulimit -n 1024)',
  ENFILE: 'the machine has no more files to open',
  EEXIST: 'there is a file of that name',
  ENOENT: 'there is no such folder or file',
  ENOTDIR: 'a part of that path is no folder',
  EISDIR: 'that is a folder',
  EIO: 'that disk fails',
  CANTOPEN: 'a database there cannot be opened; this user may not, or this process has too many files open',
};

/** Codes of the embedded database, and those of the system that mean the same. */
const DATABASE_CODES: [RegExp, string][] = [
  [/^SQLITE_FULL/, 'ENOSPC'],
  [/^SQLITE_READONLY/, 'EROFS'],
  [/^SQLITE_IOERR/, 'EIO'],
  [/^SQLITE_CANTOPEN/, 'CANTOPEN'],
];
/** Of these an error often names no path: they are of the disk of the data folder. */
const OF_DISK = /^(ENOSPC|EDQUOT|EROFS|EFBIG|EIO|CANTOPEN)$/;

/**
 * Path and reason of an error of the operating system, or of the embedded database's disk; null for any other error.
 * `folder`: the data folder, named where the error of a disk has no path.
 */
export function systemMessage(error: unknown, folder?: string): string | null {
  if (!(error instanceof Error)) return null;
  const { code: own, path, syscall } = error as NodeJS.ErrnoException;
  const code = errorCode(error);
  // Others may use the system's codes in errors of their own, which have words.
  const isSystem = syscall !== undefined || own !== code;
  const system = DATABASE_CODES.find(([pattern]) => pattern.test(code))?.[1] ?? (isSystem ? code : '');
  const words = MESSAGES[system];
  if (words === undefined) return null;
  return `${path ?? ((OF_DISK.test(system) && folder) || 'The system')}: ${words} (${code})`;
}

/** The error in one sentence, as far as it has one. */
export function sentenceOf(error: unknown, folder?: string): string {
  return systemMessage(error, folder) ?? errorMessage(error);
}
