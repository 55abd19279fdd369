// Errors of the operating system as sentences for the operator.

const MESSAGES: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not do that',
  EROFS: 'that disk can only be read',
  ENOSPC: 'that disk is full',
  EDQUOT: 'the quota of that disk is used up',
  EMFILE: 'this process may not open more files; raise the limit (ulimit -n 1024)',
  ENFILE: 'the machine has no more files to open',
  EEXIST: 'there is a file of that name',
  ENOENT: 'there is no such folder or file',
  ENOTDIR: 'a part of that path is no folder',
  EISDIR: 'that is a folder',
  EIO: 'that disk fails',
};

/** Path and reason of an operating system error; null for any other error. */
export function systemMessage(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error)) return null;
  const { code = '', path } = error as NodeJS.ErrnoException;
  const words = MESSAGES[code];
  return words === undefined ? null : `${path ?? 'The system'}: ${words} (${code})`;
}

/** The error in one sentence, as far as it has one. */
export function sentenceOf(error: unknown): string {
  return systemMessage(error) ?? (error instanceof Error ? error.message : String(error));
}
