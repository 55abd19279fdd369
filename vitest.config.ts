// How the unit tests are found and run. Browser tests have tests/e2e/playwright.config.ts.
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { mergeConfig } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type ProjectConfig, type TestSpecification } from 'vitest/node';
import { LONG_TESTS, domTests, exchangeTests, statelessTests } from './tests/test-groups.mjs';
import viteConfig from './vite.config.ts';

/** Starts the long files first, so that none of them is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG_TESTS.indexOf(relative(import.meta.dirname, moduleId).replaceAll('\\', '/'));
      return at < 0 ? LONG_TESTS.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const STATELESS = statelessTests();
const EXCHANGES = exchangeTests();
const DOM = domTests();
const CLUSTERS = ['tests/server/cluster/**/*.test.ts'];
const PAGE = ['tests/src/**/*.test.{ts,tsx}'];
// Soak tests run at their full length by a command of their own (tests/soak.mjs).
const SOAK = process.env['SOAK'] ? [] : ['tests/**/*.soak.test.ts'];

/** What is waited for comes late on a busy machine; a test about speed names its own limit. */
const LIMITS: ProjectConfig = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig((env) => {
  /** A group of tests with what all have in common. Inherited, the configuration would be loaded again for each. */
  const project = (test: ProjectConfig): TestProjectInlineConfiguration =>
    mergeConfig(viteConfig(env), { test: { environment: 'node', ...LIMITS, ...test } });
  return {
    test: {
      // A test waits for disks, clocks, processes and browsers: with a worker more than cores none of these is idle.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongestFirst },
      // A process and its modules cost a quarter of a second of the processor: files that leave nothing behind share.
      projects: [
        project({ name: 'shared', include: STATELESS, isolate: false }),
        // An exchange starts in half the time where another one has run before.
        project({ name: 'exchanges', include: EXCHANGES, isolate: false }),
        // Modules of the page have state, but nothing of it is the process's: a thread a file is a tenth cheaper.
        project({ name: 'page', include: PAGE, exclude: DOM, pool: 'threads' }),
        project({ name: 'dom', include: DOM, pool: 'vmThreads' }),
        // Nodes in processes of their own, which take over from each other within seconds.
        project({ name: 'clusters', include: CLUSTERS, exclude: [...SOAK, ...STATELESS, ...EXCHANGES] }),
        project({
          name: 'isolated',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [
            'tests/e2e/**',
            'node_modules/**',
            ...SOAK,
            ...STATELESS,
            ...EXCHANGES,
            ...PAGE,
            ...DOM,
            ...CLUSTERS,
          ],
        }),
      ],
    },
  };
});
