// Members that only their class uses are `#private`; TypeScript's `private` is for constructors alone.
import { parseSync } from 'oxc-parser';
import type { Source } from './sources.ts';

/** Members marked `private`, and parameters that a constructor makes into such. */
export function privacyFaults({ path, text }: Source): string[] {
  if (!/\bprivate\b/.test(text)) return [];
  return markedPrivate(parseSync(path, text).program).map(
    (at) => `${path}:${text.slice(0, at).split('\n').length} is private to the compiler alone: #private`,
  );
}

/** Where such members begin. */
function markedPrivate(node: unknown): number[] {
  if (Array.isArray(node)) return node.flatMap(markedPrivate);
  if (!node || typeof node !== 'object') return [];
  const { accessibility, kind, start } = node as { accessibility?: string; kind?: string; start: number };
  const inside = Object.values(node).flatMap(markedPrivate);
  return accessibility === 'private' && kind !== 'constructor' ? [start, ...inside] : inside;
}
