// @vitest-environment happy-dom
// A failed dynamic import is retried under another address of the same origin.
import { describe, expect, it } from 'vitest';
import { importWithRetry } from '../../../src/api/import-with-retry.ts';

describe('a module that failed to load', () => {
  it("is imported again unchanged when the error names no address, or another site's", async () => {
    for (const words of ['Importing a module script failed.', 'failed: https://elsewhere.example/part.js']) {
      let asked = 0;
      const load = importWithRetry(async () => {
        asked += 1;
        if (asked < 3) throw new TypeError(words);
        return 'there';
      });
      await expect(load()).rejects.toThrow(words);
      await expect(load()).rejects.toThrow(words);
      expect([await load(), await load(), asked]).toEqual(['there', 'there', 3]);
    }
  });

  it('is imported from another address when the error names its own (in a browser: tests/e2e/trading-journey.spec.ts)', async () => {
    const address = `${window.location.origin}/assets/part.js`;
    let asked = 0;
    const load = importWithRetry(async () => {
      asked += 1;
      throw new TypeError(`Failed to fetch dynamically imported module: ${address}`);
    });
    await expect(load()).rejects.toThrow(address);
    await expect(load()).rejects.toThrow('http');
    expect(asked).toBe(1);
  });
});
