// The import rules hold, and each refuses a planted fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/data/shared-file.ts';
import { faults, packageFaults } from './import-rules.ts';
import { readSources } from './sources.ts';

const sources = readSources();
const file = (path: string, body: string) => ({ path, text: `// Planted.\n${body}` });

describe('import rules', () => {
  it('hold', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(faults(sources)).toEqual([]);
  });

  it.each([
    [
      'the page importing the server',
      file('src/stores/bad.ts', "import { x } from '../../server/main.ts';"),
      /src may not import server/,
    ],
    [
      'the worker importing the page',
      file('workers/bad.ts', "export { x } from '../src/main.ts';"),
      /workers may not import src/,
    ],
    [
      'the server importing the worker',
      file('server/bad.ts', "const x = await import('../workers/pipeline.ts');"),
      /server may not import workers/,
    ],
    [
      'the core importing another folder',
      file('core/bad.ts', "import type { Chart } from '../chart/api.ts';"),
      /core may not import chart/,
    ],
    ['the core using a package', file('core/bad.ts', "import { WebSocket } from 'ws';"), /no package of core/],
    [
      'Pixi outside chart/render/webgl',
      file('chart/layers/bad.ts', "import { Mesh } from 'pixi.js';"),
      /only chart\/render\/webgl imports Pixi/,
    ],
    [
      'a feature importing a feature',
      file('src/features/home/bad.ts', "import { x } from '../trade/trade-page.tsx';"),
      /features never import each other/,
    ],
    [
      'ui importing a store',
      file('src/ui/bad.ts', "import { x } from '../stores/account/session.ts';"),
      /ui imports nothing of ours/,
    ],
    ['a clock in the core', file('core/bad.ts', 'export const x = () => Date.now();'), /uses Date.now/],
    [
      'the current date in the exchange',
      file('server/exchange/bad.ts', 'export const x = () => new Date();'),
      /uses new Date\(\)/,
    ],
    [
      'chance in the exchange',
      file('server/exchange/bad.ts', 'export const x = () => Math.random();'),
      /uses Math.random/,
    ],
    [
      'a timer in the book',
      file('workers/book/bad.ts', 'export const x = () => setTimeout(() => {}, 5);'),
      /uses setTimeout/,
    ],
    ['a file without a first sentence', { path: 'core/bad.ts', text: 'export const x = 1;' }, /first line says/],
    [
      'one that goes on',
      { path: 'core/bad.tsx', text: '// What is\n// in it.\nlet x;' },
      /bad.tsx: the first line says/,
    ],
  ])('refuse %s', (_, planted, sentence) => {
    expect(faults([...sources, planted]).join('\n')).toMatch(sentence);
  });

  it.each([
    [
      'the feed importing the gateway',
      file('server/feed/bad.ts', "import { x } from '../gateway/bad.ts';"),
      'server/feed/bad.ts imports server/gateway/bad.ts: a higher layer',
    ],
    [
      'the exchange importing the sequencer, types alone',
      file('server/exchange/bad.ts', "import type { X } from '../sequencer/bad.ts';"),
      'server/exchange/bad.ts imports server/sequencer/bad.ts: a higher layer',
    ],
    [
      'the clock importing the simulation',
      file('server/clock/bad.ts', "import { x } from '../simulation/bad.ts';"),
      'server/clock/bad.ts imports server/simulation/bad.ts: a higher layer',
    ],
    [
      'the simulation importing a venue',
      file('server/simulation/bad.ts', "import type { X } from '../venues/bad.ts';"),
      'server/simulation/bad.ts imports server/venues/bad.ts: a higher layer',
    ],
    [
      'a venue importing a service',
      file('server/venues/bad.ts', "import { x } from '../services/auth/bad.ts';"),
      'server/venues/bad.ts imports server/services/auth/bad.ts: a higher layer',
    ],
    [
      'a store importing a component',
      file('src/stores/bad.ts', "export type { X } from '../components/bad.tsx';"),
      'src/stores/bad.ts imports src/components/bad.tsx: a higher layer',
    ],
  ])('refuse %s', (_, planted, sentence) => expect(faults([planted])).toContain(sentence));

  it.each(["import { b } from './b.ts';", "import type { B } from './b.ts';", "type B = import('./b.ts').B;"])(
    'refuse a circle closed by %s',
    (closing) => {
      const b = file('core/b.ts', "import { a } from './a.ts';");
      expect(faults([file('core/a.ts', closing), b])).toEqual(['import circle: core/a.ts, core/b.ts']);
    },
  );

  it('refuse a circle of folders without a circle of files', () => {
    const to = file('server/services/funds/a.ts', "import type { B } from '../valuation/b.ts';");
    const back = file('server/services/valuation/c.ts', "import type { D } from '../funds/d.ts';");
    expect(faults([to])).toEqual([]);
    expect(faults([to, back])).toEqual(['circle of folders: server/services/funds, server/services/valuation']);
  });

  it('hold for the prescribed packages, and refuse one that nothing imports', () => {
    const config = { path: 'vite.config.ts', text: readFileSync(join(ROOT, 'vite.config.ts'), 'utf8') };
    const all = [...sources, ...readSources(['tests']), config];
    expect(packageFaults(all)).toEqual([]);
    const without = (name: string) => packageFaults(all.filter(({ text }) => !text.includes(name)));
    expect(without('d3-scale')).toContain('d3-scale is prescribed and nothing imports it');
    expect(without('happy-dom')).toContain('happy-dom is prescribed and nothing imports it');
  });

  it('do not mistake a comment for a fault', () => {
    expect(faults([file('core/a.ts', '/* Date.now() */ // Math.random()\nexport const x = 1;')])).toEqual([]);
  });
});
