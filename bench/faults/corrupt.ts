// Message faults between server and worker: lost, doubled, late, cut, or with a changed character, level or field.

export type Chance = () => number;

/**
 * What becomes of a message: the texts to send in its place now, and those held back until the next ones have passed.
 */
interface Corrupted {
  now: string[];
  later: string[];
}
export type Way = (text: string, chance: Chance) => Corrupted;

interface BookMessage {
  kind: string;
  seq: number;
  prevSeq: number;
  depth: number;
  data: { a?: string[][]; b?: string[][]; asks?: string[][]; bids?: string[][]; cs: number };
}

const pick = <T>(list: readonly T[], chance: Chance): T => list[Math.floor(chance() * list.length)]!;
const one = (text: string): Corrupted => ({ now: [text], later: [] });

/** Another digit in the place of one. */
function otherDigit(text: string, chance: Chance): string {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const at = pick(places, chance);
  return `${text.slice(0, at)}${(Number(text[at]) + 1 + Math.floor(chance() * 9)) % 10}${text.slice(at + 1)}`;
}

function flipped(text: string, chance: Chance): string {
  const at = Math.floor(chance() * text.length);
  return (
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << Math.floor(chance() * 7))) + text.slice(at + 1)
  );
}

/** A change to the parsed message; what has no such field is changed in a digit instead. */
function field(change: (message: BookMessage, chance: Chance) => boolean): Way {
  return (text, chance) => {
    const message = JSON.parse(text) as BookMessage;
    return one(change(message, chance) ? JSON.stringify(message) : otherDigit(text, chance));
  };
}

const sides = ({ data: { a, b, asks, bids } }: BookMessage): string[][][] =>
  [a, b, asks, bids].filter((side) => side !== undefined);
const levels = (message: BookMessage): string[][] => sides(message).flat();
const other = (value: number, chance: Chance): number =>
  Math.max(0, value + pick([1, -1, 2, -7, 1000, -value, 1e12], chance));

function inLevel(place: 0 | 1): Way {
  return field((message, chance) => {
    const level = pick(levels(message), chance);
    if (level) level[place] = otherDigit(level[place]!, chance);
    return level !== undefined;
  });
}

export const WAYS: Record<string, Way> = {
  drop: () => ({ now: [], later: [] }),
  duplicate: (text) => ({ now: [text, text], later: [] }),
  reorder: (text) => ({ now: [], later: [text] }),
  delay: (text) => ({ now: [text], later: [text] }),
  truncate: (text, chance) => one(text.slice(0, Math.floor(chance() * text.length))),
  flip: (text, chance) => one(flipped(text, chance)),
  digit: (text, chance) => one(otherDigit(text, chance)),
  price: inLevel(0),
  amount: inLevel(1),
  level: field((message, chance) => {
    const side = pick(
      sides(message).filter((rows) => rows.length > 0),
      chance,
    );
    if (side) side.splice(Math.floor(chance() * side.length), 1);
    return side !== undefined;
  }),
  side: field((message) => {
    const { data } = message;
    if (data.a === undefined || data.b === undefined || data.a.length + data.b.length === 0) return false;
    [data.a, data.b] = [data.b, data.a];
    return true;
  }),
  seq: field((message, chance) => {
    message.seq = other(message.seq, chance);
    return true;
  }),
  prevSeq: field((message, chance) => {
    message.prevSeq = other(message.prevSeq, chance);
    return true;
  }),
  cs: field((message, chance) => {
    message.data.cs = other(message.data.cs, chance);
    return true;
  }),
};
