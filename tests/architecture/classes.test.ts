// One idiom for the members of classes.
import { describe, expect, it } from 'vitest';
import { lateNumbers, orderFaults, privacyFaults } from './class-rules.ts';
import { PRODUCT, readSources } from './sources.ts';

describe('members of classes', () => {
  it('are #private or public', () => {
    expect(readSources([...PRODUCT, 'tests', 'bench']).flatMap(privacyFaults)).toEqual([]);
  });

  it.each([
    ['a field', 'class A {\n  private readonly x = 1;\n}'],
    ['a method', 'class A {\n  private x(): void {}\n}'],
    ['a getter', 'class A {\n  private get x(): number { return 1; }\n}'],
    ['a parameter of the constructor', 'class A {\n  constructor(private x: number) {}\n}'],
  ])('refuse %s marked private', (_, text) => {
    expect(privacyFaults({ path: 'core/a.ts', text })).toEqual([
      'core/a.ts:2 is private to the compiler alone: #private',
    ]);
  });

  it('may hide their constructor, for which there is no # sign', () => {
    expect(privacyFaults({ path: 'core/a.ts', text: 'class A {\n  private constructor() {}\n  #x = 1;\n}' })).toEqual(
      [],
    );
  });
});

describe('methods of classes', () => {
  it('come with the public ones first', () => {
    expect(readSources([...PRODUCT, 'tests', 'bench']).flatMap(orderFaults)).toEqual([]);
  });

  it.each(['x(): void {}', 'get x(): number { return 1; }', 'static x(): void {}'])('refuse a late "%s"', (method) => {
    expect(orderFaults({ path: 'core/a.ts', text: `class A {\n  #y(): void {}\n  ${method}\n}` })).toEqual([
      'core/a.ts:3 is public behind a private method',
    ]);
  });

  it('may have inner ones alone, or none', () => {
    const text = 'class A {\n  #y(): void {}\n}\nclass B {\n  x(): void {}\n  readonly #z = 1;\n}';
    expect(orderFaults({ path: 'core/a.ts', text })).toEqual([]);
  });
});

describe('#private numbers of indicators', () => {
  it('have an initial value', () => {
    const classes = readSources(['workers']).filter(({ path }) => path.startsWith('workers/indicators/'));
    expect(classes.flatMap(lateNumbers)).toEqual([]);
  });

  it.each(['#x: number;', 'readonly #x: number;'])('refuse "%s"', (field) => {
    expect(lateNumbers({ path: 'a.ts', text: `class A {\n  ${field}\n}` })).toEqual([
      'a.ts:2 has no number at first: = 0',
    ]);
  });

  it('may be of another kind, or public', () => {
    const text = 'class A {\n  readonly #x: number = 0;\n  #y = NaN;\n  #z: number[];\n  count: number;\n}';
    expect(lateNumbers({ path: 'a.ts', text })).toEqual([]);
  });
});
