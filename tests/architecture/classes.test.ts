// One idiom for the members of classes.
import { describe, expect, it } from 'vitest';
import { privacyFaults } from './class-rules.ts';
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
