// @vitest-environment happy-dom
// What comes later is asked for again under another address, but only one of this site's own.
import { describe, expect, it } from 'vitest';
import { importWithRetry } from '../../src/api/import-with-retry.ts';

describe('a part that could not be had', () => {
  it("is asked for again as it was where its address is not told, or is another site's", async () => {
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

  it('is not asked for as it was again where its address is told (what a browser does then: tests/e2e/trading-journey.spec.ts)', async () => {
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
