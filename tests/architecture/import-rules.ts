// The walls as a machine: who may import whom, no cycles, nothing impure in the pure rooms. Returns faults in words.
import { type Import, type Source, code, importsOf } from './sources.ts';

/** Rooms a room may import; itself is understood. */
const MAY_IMPORT: Record<string, string[]> = {
  core: [],
  chart: ['core'],
  workers: ['core', 'chart'],
  src: ['core', 'chart'],
  server: ['core'],
};

/** Packages a room is confined to; rooms that are not named may use any dependency. */
const PACKAGES: Record<string, RegExp> = {
  core: /^(valibot|decimal\.js)$/,
  chart: /^(pixi\.js(\/.*)?|d3-scale)$/,
  workers: /^(comlink|valibot|decimal\.js|msgpackr(\/.*)?)$/,
};

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

const room = (path: string): string => path.split('/')[0] ?? '';
const feature = (path: string): string | null => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

function importFault(entry: Import): string | null {
  const home = room(entry.from);
  if (!entry.ours) {
    if (entry.to.startsWith('pixi.js') && !entry.from.startsWith('chart/render/webgl/'))
      return `${entry.from} imports ${entry.to}: only chart/render/webgl knows Pixi`;
    return PACKAGES[home] && !PACKAGES[home].test(entry.to)
      ? `${entry.from} imports ${entry.to}: no package of ${home}`
      : null;
  }
  const there = room(entry.to);
  if (there !== home && !MAY_IMPORT[home]?.includes(there))
    return `${entry.from} imports ${entry.to}: ${home} may not import ${there}`;
  const mine = feature(entry.from);
  const theirs = feature(entry.to);
  if (mine && theirs && mine !== theirs) return `${entry.from} imports ${entry.to}: features never import each other`;
  if (entry.from.startsWith('src/ui/') && there === 'src' && !entry.to.startsWith('src/ui/'))
    return `${entry.from} imports ${entry.to}: ui knows nothing of ours`;
  if (entry.from.startsWith('src/stores/') && /^src\/(features|app)\//.test(entry.to))
    return `${entry.from} imports ${entry.to}: state lies below features`;
  return null;
}

/** One cycle among the files, as a path, or null. Imports of types alone close no cycle: they are gone at run time. */
function cycle(imports: Import[]): string[] | null {
  const graph = new Map<string, string[]>();
  for (const { from, to, ours, typeOnly } of imports)
    if (ours && !typeOnly) graph.set(from, [...(graph.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const found = visit(next, [...trail, file]);
      if (found) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return null;
}

function impurity({ path, text }: Source): string | null {
  if (!PURE.some((folder) => path.startsWith(folder))) return null;
  const found = IMPURE.exec(code(text));
  return found ? `${path} uses ${found[0]}: this room is pure` : null;
}

/** Every fault of the house; an empty list is a sound house. */
export function faults(sources: Source[]): string[] {
  const imports = sources.flatMap(importsOf);
  const ring = cycle(imports);
  const unnamed = sources
    .filter(({ path, text }) => path.endsWith('.ts') && !text.startsWith('//'))
    .map(({ path }) => `${path}: the first line says what lives here`);
  return [
    ...imports.map(importFault).filter((fault) => fault !== null),
    ...(ring ? [`import cycle: ${ring.join(' -> ')}`] : []),
    ...sources.map(impurity).filter((fault) => fault !== null),
    ...unnamed,
  ];
}
