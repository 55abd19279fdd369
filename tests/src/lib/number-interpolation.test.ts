// What replaces d3-interpolate in the bundle gives scales of numbers the figures of the package, and names all it must.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { scaleLinear } from 'd3-scale';
import { expect, test } from 'vitest';
import * as own from '../../../src/lib/number-interpolation.ts';
import { seeded } from '../../support/data/seeded-random.ts';

test('scales have the same figures as with the package, whole ones too', () => {
  const random = seeded(7);
  const number = (): number => (random() - 0.5) * 10 ** Math.floor(random() * 12 - 4);
  for (let round = 0; round < 2_000; round += 1) {
    const [domain, range] = [
      [number(), number()],
      [number(), number()],
    ];
    const at = number();
    const scale = scaleLinear(domain, range);
    const same = scaleLinear(domain, range).interpolate(own.interpolate);
    expect([same(at), same.invert(at), same.ticks(5)]).toEqual([scale(at), scale.invert(at), scale.ticks(5)]);
    const whole = scaleLinear().domain(domain).rangeRound(range);
    expect(scaleLinear(domain, range).interpolate(own.interpolateRound)(at)).toBe(whole(at));
  }
});

test('it has every name that d3-scale imports', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('d3-scale'), 'utf8');
  const names = /import \{([^}]*)\} from 'd3-interpolate'/
    .exec(source)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  expect(Object.keys(own)).toEqual(expect.arrayContaining(names!));
  expect(own.piecewise).toThrow('linear');
});
