// @vitest-environment happy-dom
// A generated file is there for as long as a browser may take to begin its download.
import { expect, it, vi } from 'vitest';
import { saveFile } from '../../../src/lib/save-file.ts';

it('is not released before Safari has read it, which waits for its user', () => {
  vi.useFakeTimers();
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  saveFile('records.csv', 'id,amount', 'text/csv');
  vi.advanceTimersByTime(30_000);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(revoked).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
