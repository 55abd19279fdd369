// Keys of texts beside the code: every key in use exists, every text is used, and each page loads what it shows.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, isLanguage } from '../../../src/locales/languages.ts';
import { type Namespace, loadNamespace } from '../../../src/locales/namespaces.ts';
import { ROOT } from '../../support/data/shared-file.ts';

/** The error messages, which have a test of their own (tests/server/gateway). */
const REFUSALS = 'refusals';
const NAMESPACES = readdirSync(join(ROOT, 'src/locales/en-US')).map((name) => name.replace('.json', '') as Namespace);
const codes = Object.keys(LANGUAGES).filter(isLanguage);

const english = new Map(
  await Promise.all(
    NAMESPACES.map(
      async (namespace) => [namespace, Object.entries({ ...(await loadNamespace('en-US', namespace)) })] as const,
    ),
  ),
);
const namespaceOf = new Map(
  [...english].flatMap(([namespace, texts]) => texts.map(([key]) => [key, namespace] as const)),
);
const englishTexts = new Map([...english.values()].flat());
const keys = [...englishTexts.keys()];
/** The key before a plural form (`_one`, `_few` ...), as code uses it. */
const stem = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');
const stems = new Set(keys.map(stem));

/** Sources of the page and of `core`, whose indicator names are the last parts of keys. */
const files = ['src', 'core'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('errors/messages/'))
    .map((name) => join(ROOT, folder, name)),
);
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const source = [...sources.values()].join('\n');

/** Keys of calls such as `t('app.close')`. */
const literalKeys = new Set([...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? ''));
/** First parts of composed keys, such as `status.` in `t(`status.${state}`)`. */
const prefixesIn = (text: string): string[] =>
  [...text.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)].map(([, prefix]) => prefix ?? '');
const prefixes = prefixesIn(source);

const keysByFile = new Map<string, string[]>();
/** Quoted texts of a file that may be keys, and all keys with a prefix that it composes. */
function keysIn(file: string): string[] {
  const known = keysByFile.get(file);
  if (known) return known;
  const text = sources.get(file)!;
  const composed = prefixesIn(text);
  const found = [...text.matchAll(/'([\w.]+)'/g)]
    .map(([, key]) => key!)
    .concat(keys.filter((key) => composed.some((prefix) => key.startsWith(prefix))));
  keysByFile.set(file, found);
  return found;
}

/** Namespaces that a module and its imports use, each with one key and file as evidence. */
function namespacesFrom(entry: string, lazy = true): Map<Namespace, string> {
  const found = new Map<Namespace, string>();
  for (const file of importsOf(entry, lazy)) {
    for (const key of keysIn(file)) {
      const namespace = namespaceOf.get(key) ?? namespaceOf.get(`${key}_other`);
      if (namespace) found.set(namespace, `${key} in ${file}`);
    }
    if (file.endsWith('components/common/refusal-text.ts')) found.set(REFUSALS, file);
  }
  return found;
}

const quotedIn = (list: string): string[] => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name!);

/** Modules of `lazyBlock` and `lazySheet` calls that load namespaces with them: `[file, module, namespaces]`. */
const blocksWithTexts = [...sources].flatMap(([file, text]) =>
  [
    ...text.matchAll(
      /lazy(?:Block|Sheet)\(\s*\(\) => import\('([^']+)'\)(?:(?!\n\);)[\s\S])*?\[('[^\]]*')\](?: \})?,?\s*\n\);/g,
    ),
  ].map(([, path, list]) => ({ file, path: path!, module: resolve(dirname(file), path!), loaded: quotedIn(list!) })),
);
/** Whether an import of `file` brings its own texts. */
const hasOwnTexts = (file: string, path: string): boolean =>
  blocksWithTexts.some((block) => block.file === file && block.path === path);

/** A module with all that it imports; with `lazy`, dynamic imports too, but for those that load their own texts. */
function importsOf(entry: string, lazy: boolean): Set<string> {
  const imports = lazy ? /(?:from|import)\s*\(?\s*'(\.[^']+)'/g : /(?:from|import)\s*'(\.[^']+)'/g;
  const found = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !sources.has(file)) continue;
    found.add(file);
    for (const [, path] of sources.get(file)!.matchAll(imports))
      if (!hasOwnTexts(file, path!)) waiting.push(resolve(dirname(file), path!));
  }
  return found;
}

describe('keys of texts', () => {
  it('are found in the sources', () => {
    expect(literalKeys.size).toBeGreaterThan(100);
    expect(prefixes.length).toBeGreaterThan(3);
  });

  it('belong to one namespace each', () => {
    expect(keys.length).toBe([...english.values()].reduce((sum, texts) => sum + texts.length, 0));
  });

  it('exist where the code uses them', () => {
    expect([...literalKeys].filter((key) => !stems.has(key) && !englishTexts.has(key))).toEqual([]);
    expect(prefixes.filter((prefix) => !keys.some((key) => key.startsWith(prefix)))).toEqual([]);
  });

  it('are used by the code', () => {
    // A composed key is used when its last part is somewhere in the code as a text, a number or a property.
    const quoted = new Set(source.match(/(?<=')[\w./-]+(?=')/g));
    const properties = new Set(source.match(/\b\w+(?=:)/g));
    const isInCode = (rest: string): boolean => /^\d+$/.test(rest) || quoted.has(rest) || properties.has(rest);
    const isUsed = (key: string): boolean =>
      quoted.has(key) || prefixes.some((prefix) => key.startsWith(prefix) && isInCode(key.slice(prefix.length)));
    const used = keys.map((key) => (englishTexts.has(stem(key)) || !stems.has(stem(key)) ? key : stem(key)));
    expect([...new Set(used)].filter((key) => !isUsed(key))).toEqual([]);
  });
});

describe('namespaces', () => {
  it('of each page are those whose keys it uses', () => {
    const routing = join(ROOT, 'src/app/routing');
    const routes = files
      .filter((file) => file.startsWith(routing) && file.endsWith('-routes.tsx'))
      .map((file) => sources.get(file)!);
    const pages = [...routes.join('').matchAll(/import\('(\.[^']+)'\), '\w+'(?:, \[([^\]]*)\])?\)/g)];
    expect(pages.length).toBeGreaterThan(50);
    for (const [, path, list = ''] of pages) {
      const loaded = quotedIn(list);
      const used = namespacesFrom(resolve(routing, path!));
      const missing = [...used].filter(([namespace]) => namespace !== 'shell' && !loaded.includes(namespace));
      expect(missing, path).toEqual([]);
      const unused = loaded.filter((namespace) => !used.has(namespace as Namespace));
      expect(unused, `${path} loads too much`).toEqual([]);
    }
  });

  it('of a lazy block are those that it loads', () => {
    expect(blocksWithTexts.length).toBeGreaterThan(1);
    for (const { module, loaded } of blocksWithTexts) {
      const used = new Set(namespacesFrom(module).keys());
      used.delete('shell');
      expect([...used].sort(), module).toEqual([...loaded].sort());
    }
  });

  it('of the shell are its own alone', () => {
    const used = namespacesFrom(join(ROOT, 'src/app/shell/root-layout.tsx'), false);
    expect([...used].filter(([namespace]) => namespace !== 'shell')).toEqual([]);
  });

  it('of the embedded chart are those whose keys it uses', () => {
    const entry = join(ROOT, 'src/features/embed/embed-frame.ts');
    const lists = [...sources]
      .filter(([file]) => dirname(file) === dirname(entry))
      .flatMap(([, text]) => [...text.matchAll(/: Namespace\[\] = \[([^\]]*)\]/g)].map(([, list]) => list ?? ''));
    expect(lists).toHaveLength(1);
    const used = namespacesFrom(entry);
    expect([...used].filter(([namespace]) => !quotedIn(lists[0]!).includes(namespace))).toEqual([]);
  });
});

describe.each(codes.filter((code) => code !== 'en-US'))('%s', (code) => {
  it('has no sentence of the English texts', async () => {
    const texts = await Promise.all(NAMESPACES.map((namespace) => loadNamespace(code, namespace)));
    const same = texts
      .flatMap((part) => Object.entries(part))
      .filter(([key, text]) => text === englishTexts.get(key) && /[A-Za-z]{4,}\s[a-z]+\s[a-z]/.test(text));
    expect(same).toEqual([]);
  });
});
