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
    ['the screen importing the server', file('src/state/bad.ts', "import { x } from '../../server/main.ts';"), /src may not import server/],
    ['the worker importing the screen', file('workers/bad.ts', "export { x } from '../src/main.ts';"), /workers may not import src/],
    ['the server importing the worker', file('server/bad.ts', "const x = await import('../workers/market.ts');"), /server may not import workers/],
    ['the contract importing anybody', file('contract/bad.ts', "import type { Chart } from '../chart/chart.ts';"), /contract may not import chart/],
    ['the contract using a package', file('contract/bad.ts', "import { WebSocket } from 'ws';"), /no package of contract/],
    ['Pixi outside chart/render/webgl', file('chart/layers/bad.ts', "import { Mesh } from 'pixi.js';"), /only chart\/gpu knows Pixi/],
    ['a feature importing a feature', file('src/features/home/bad.ts', "import { x } from '../trade/trade.ts';"), /features never import each other/],
    ['ui importing state', file('src/ui/bad.ts', "import { x } from '../state/session.ts';"), /ui knows nothing of ours/],
    ['a clock in the contract', file('contract/bad.ts', 'export const x = () => Date.now();'), /uses Date.now/],
    ['the current date in the exchange', file('server/exchange/bad.ts', 'export const x = () => new Date();'), /uses new Date\(\)/],
    ['chance in the exchange', file('server/exchange/bad.ts', 'export const x = () => Math.random();'), /uses Math.random/],
    ['a timer in the book', file('workers/book/bad.ts', 'export const x = () => setTimeout(() => {}, 5);'), /uses setTimeout/],
    ['a file without a first sentence', { path: 'contract/bad.ts', text: 'export const x = 1;' }, /first line says/],
  ])('refuse %s', (_, planted, sentence) => {
    expect(faults([...house, planted]).join('\n')).toMatch(sentence);
  });

  it('refuse an import cycle, but not one of types alone', () => {
    const a = file('contract/a.ts', "import { b } from './b.ts';");
    expect(faults([...house, a, file('contract/b.ts', "import { a } from './a.ts';")]).join('\n')).toMatch(/import cycle: contract\/a.ts -> contract\/b.ts -> contract\/a.ts/);
    expect(faults([a, file('contract/b.ts', "import type { a } from './a.ts';")])).toEqual([]);
  });

  it('do not mistake a comment for a fault', () => {
    expect(faults([file('contract/a.ts', '/* Date.now() */ // Math.random()\nexport const x = 1;')])).toEqual([]);
  });
});
