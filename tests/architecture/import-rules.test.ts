// The house stands, and its walls are proven able to refuse: each fault is planted and must be named.
import { describe, expect, it } from 'vitest';
import { readHouse } from './sources.ts';
import { faults } from './import-rules.ts';

const house = readHouse();
const file = (path: string, body: string) => ({ path, text: `// planted\n${body}` });

describe('the walls', () => {
  it('hold in the house as it is', () => {
    expect(house.length).toBeGreaterThan(50);
    expect(faults(house)).toEqual([]);
  });

  it.each([
    [
      'the screen importing the server',
      file('src/stores/bad.ts', "import { x } from '../../server/main.ts';"),
      /src may not import server/,
    ],
    [
      'the worker importing the screen',
      file('workers/bad.ts', "export { x } from '../src/main.ts';"),
      /workers may not import src/,
    ],
    [
      'the server importing the worker',
      file('server/bad.ts', "const x = await import('../workers/pipeline.ts');"),
      /server may not import workers/,
    ],
    [
      'the core importing anybody',
      file('core/bad.ts', "import type { Chart } from '../chart/api.ts';"),
      /core may not import chart/,
    ],
    ['the core using a package', file('core/bad.ts', "import { WebSocket } from 'ws';"), /no package of core/],
    [
      'Pixi outside chart/render/webgl',
      file('chart/layers/bad.ts', "import { Mesh } from 'pixi.js';"),
      /only chart\/render\/webgl knows Pixi/,
    ],
    [
      'a feature importing a feature',
      file('src/features/home/bad.ts', "import { x } from '../trade/trade-page.tsx';"),
      /features never import each other/,
    ],
    [
      'ui importing a store',
      file('src/ui/bad.ts', "import { x } from '../stores/account/session.ts';"),
      /ui knows nothing of ours/,
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
  ])('refuse %s', (_, planted, sentence) => {
    expect(faults([...house, planted]).join('\n')).toMatch(sentence);
  });

  it('refuse an import cycle, but not one of types alone', () => {
    const a = file('core/a.ts', "import { b } from './b.ts';");
    expect(faults([...house, a, file('core/b.ts', "import { a } from './a.ts';")]).join('\n')).toMatch(
      /import cycle: core\/a.ts -> core\/b.ts -> core\/a.ts/,
    );
    expect(faults([a, file('core/b.ts', "import type { a } from './a.ts';")])).toEqual([]);
  });

  it('do not mistake a comment for a fault', () => {
    expect(faults([file('core/a.ts', '/* Date.now() */ // Math.random()\nexport const x = 1;')])).toEqual([]);
  });
});
