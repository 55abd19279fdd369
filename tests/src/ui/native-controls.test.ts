// Native controls have one place, where they get the look of the app.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/data/shared-file.ts';

const FIELDS = join('src', 'ui', 'fields');
/** Each has a component in that folder. */
const NATIVE = /<(?:select|progress|details|textarea|meter)\b|type="(?:checkbox|radio|file)"/;

const componentsOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => join(folder, file));

it('checkboxes, selects, progress bars, disclosures and text areas are those of the app', () => {
  const native = componentsOf('src').filter((file) => NATIVE.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(native.filter((file) => !file.startsWith(FIELDS))).toEqual([]);
  expect(native).toContain(join(FIELDS, 'checkbox.tsx'));
});
