// Import rules as data: which folder may import which, where a package may be used, what a pure folder may not call.
import { circleFaults } from './circles.ts';
import { type Import, type Source, code, importsOf } from './sources.ts';

/** Top folders that a top folder may import; itself is understood. */
const MAY_IMPORT: Record<string, string[]> = {
  core: [],
  chart: ['core'],
  workers: ['core', 'chart'],
  src: ['core', 'chart'],
  server: ['core'],
};

/**
 * Layers within a top folder, lowest first: a file imports its own layer and lower ones. Files that no prefix names
 * are unranked.
 */
const LAYERS: Record<string, string[][]> = {
  server: [
    ['server/store/'],
    ['server/exchange/'],
    ['server/sequencer/'],
    ['server/clock/'],
    ['server/feed/'],
    ['server/archive/'],
    ['server/simulation/'],
    ['server/venues/'],
    ['server/services/'],
    ['server/gateway/'],
    ['server/cluster/'],
    ['server/admin/'],
    ['server/bootstrap/'],
    ['server/cli/'],
  ],
  src: [
    ['src/lib/', 'src/ui/'],
    ['src/api/'],
    ['src/stores/'],
    ['src/components/', 'src/hooks/'],
    ['src/features/'],
    ['src/app/'],
  ],
};

/** Packages a top folder is confined to; folders that are not named may use any dependency. */
const PACKAGES: Record<string, RegExp> = {
  core: /^(valibot|decimal\.js)$/,
  chart: /^(pixi\.js(\/.*)?|d3-scale)$/,
  workers: /^(comlink|valibot|decimal\.js|msgpackr(\/.*)?)$/,
};

/** Packages that the product is built on and imports. */
const PRODUCT_PACKAGES =
  'react react-dom vite comlink @tanstack/react-router @preact/signals-react pixi.js d3-scale msgpackr i18next decimal.js'.split(
    ' ',
  );
/** Packages that the tests are built on; an environment is named by a comment. */
const TEST_PACKAGES = ['vitest', 'happy-dom'];

/** Folders whose answers depend on their arguments alone. */
const PURE = [
  'core/',
  'chart/scene/',
  'chart/indicators/',
  'server/exchange/',
  'workers/decode/',
  'workers/book/',
  'workers/candles/',
  'workers/indicators/',
  'workers/frames/',
];
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\bprocess\.hrtime\b|\bset(?:Timeout|Interval|Immediate)\s*\(|\brequestAnimationFrame\s*\(|\bcrypto\.(?:randomUUID|getRandomValues)\b/;

const topFolder = (path: string): string => path.split('/')[0] ?? '';
const feature = (path: string): string | null => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

function importFault({ from, to, ours }: Import): string | null {
  const top = topFolder(from);
  if (!ours) {
    if (to.startsWith('pixi.js') && !from.startsWith('chart/render/webgl/'))
      return `${from} imports ${to}: only chart/render/webgl imports Pixi`;
    return PACKAGES[top] && !PACKAGES[top].test(to) ? `${from} imports ${to}: no package of ${top}` : null;
  }
  const target = topFolder(to);
  if (target !== top && !MAY_IMPORT[top]?.includes(target))
    return `${from} imports ${to}: ${top} may not import ${target}`;
  if (feature(from) && feature(to) && feature(from) !== feature(to))
    return `${from} imports ${to}: features never import each other`;
  if (from.startsWith('src/ui/') && target === 'src' && !to.startsWith('src/ui/'))
    return `${from} imports ${to}: ui imports nothing of ours`;
  return null;
}

/** Rank of the file's layer, 0 the lowest; null when no prefix names it. */
function layerOf(path: string): number | null {
  const rank = (LAYERS[topFolder(path)] ?? []).findIndex((prefixes) =>
    prefixes.some((prefix) => path.startsWith(prefix)),
  );
  return rank < 0 ? null : rank;
}

/** Imports of a higher layer. */
function layerFaults(imports: readonly Import[]): string[] {
  const isUpward = ({ from, to, ours }: Import): boolean => {
    if (!ours || topFolder(from) !== topFolder(to)) return false;
    const [low, high] = [layerOf(from), layerOf(to)];
    return low !== null && high !== null && high > low;
  };
  return imports.filter(isUpward).map(({ from, to }) => `${from} imports ${to}: a higher layer`);
}

function impurity({ path, text }: Source): string | null {
  if (!PURE.some((folder) => path.startsWith(folder))) return null;
  const found = IMPURE.exec(code(text));
  return found ? `${path} uses ${found[0]}: this folder is pure` : null;
}

/** Packages that are prescribed and not used. */
export function packageFaults(sources: Source[]): string[] {
  const isTest = ({ path }: Source): boolean => path.startsWith('tests/');
  const imported = new Set(
    sources
      .filter((source) => !isTest(source))
      .flatMap(importsOnce)
      .map(({ to }) => /^(@[^/]+\/)?[^/]+/.exec(to)?.[0]),
  );
  const tests = sources.filter(isTest);
  return [
    ...PRODUCT_PACKAGES.filter((name) => !imported.has(name)),
    ...TEST_PACKAGES.filter(
      (name) =>
        !tests.some(({ text }) => text.includes(`from '${name}'`) || text.includes(`@vitest-environment ${name}`)),
    ),
  ].map((name) => `${name} is prescribed and nothing imports it`);
}

/** Files are parsed once, however often a list with one more planted file is checked. */
const parsed = new WeakMap<Source, Import[]>();
function importsOnce(source: Source): Import[] {
  const imports = parsed.get(source) ?? importsOf(source);
  parsed.set(source, imports);
  return imports;
}

/** Every fault of the given files; none in a sound repository. */
export function faults(sources: Source[]): string[] {
  const imports = sources.flatMap(importsOnce);
  const untitled = sources
    .filter(({ path, text }) => /\.tsx?$/.test(path) && !/^\/\/ .*\.(\n|$)/.test(text))
    .map(({ path }) => `${path}: the first line says what the file contains, in one sentence`);
  return [
    ...imports.map(importFault).filter((fault) => fault !== null),
    ...layerFaults(imports),
    ...circleFaults(imports),
    ...sources.map(impurity).filter((fault) => fault !== null),
    ...untitled,
  ];
}
