// Members that only their class uses are `#private` and come last; those of indicators that hold a number begin as one.
import { parseSync } from 'oxc-parser';
import type { Source } from './sources.ts';

/** Numbers of classes without an initial value: the engine does not know that they are numbers (ADR 14). */
export function lateNumbers({ path, text }: Source): string[] {
  return lateNumbersIn(parseSync(path, text).program).map(
    (at) => `${path}:${text.slice(0, at).split('\n').length} has no number at first: = 0`,
  );
}

function lateNumbersIn(node: unknown): number[] {
  if (Array.isArray(node)) return node.flatMap(lateNumbersIn);
  if (!node || typeof node !== 'object') return [];
  const { type, key, value, typeAnnotation, start } = node as {
    type?: string;
    key?: { type: string };
    value?: unknown;
    typeAnnotation?: { typeAnnotation: { type: string } } | null;
    start: number;
  };
  const isLate =
    type === 'PropertyDefinition' &&
    key?.type === 'PrivateIdentifier' &&
    value === null &&
    typeAnnotation?.typeAnnotation.type === 'TSNumberKeyword';
  const inside = Object.values(node).flatMap(lateNumbersIn);
  return isLate ? [start, ...inside] : inside;
}

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

/** Public methods behind a `#private` one of their class. */
export function orderFaults({ path, text }: Source): string[] {
  if (!/#\w+[(<]/.test(text)) return [];
  return lateMethods(parseSync(path, text).program).map(
    (at) => `${path}:${text.slice(0, at).split('\n').length} is public behind a private method`,
  );
}

function lateMethods(node: unknown): number[] {
  if (Array.isArray(node)) return node.flatMap(lateMethods);
  if (!node || typeof node !== 'object') return [];
  const { type, body } = node as { type?: string; body?: unknown };
  const inside = Object.values(node).flatMap(lateMethods);
  if (type !== 'ClassBody') return inside;
  const methods = (body as { type: string; kind?: string; key?: { type: string }; start: number }[]).filter(
    (member) => member.type === 'MethodDefinition' && member.kind !== 'constructor',
  );
  const isPrivate = ({ key }: (typeof methods)[number]): boolean => key?.type === 'PrivateIdentifier';
  const late = methods.slice(methods.findIndex(isPrivate)).filter((method) => !isPrivate(method));
  return methods.some(isPrivate) ? [...late.map(({ start }) => start), ...inside] : inside;
}
