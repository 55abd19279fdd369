// Named layouts of the terminal: in the account, with a copy on the device for visitors and without a connection.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import * as v from 'valibot';
import type { AnswerOf, FormOf } from '../../../core/endpoints/endpoints.ts';
import { MAX_LAYOUT_NAME_CHARACTERS } from '../../../core/endpoints/layout.ts';
import { CallError, FAILURE, call } from '../../api/call.ts';
import { read } from '../../api/read.ts';
import { ITEMS, type ItemName, type StoredLayout, stored } from '../device/storage.ts';
import { isOutcomeUnknown } from '../../api/order-submission.ts';
import { isLoggedIn, sessionToken } from './session.ts';

/** What a layout consists of: panes, charts, the interval and indicators of the first chart. */
const PARTS = ['fxproTerminal', 'fxproCharts', 'fxproInterval', 'mainInd', 'subInd'] as const satisfies ItemName[];
const partsSchema = v.record(v.string(), v.string());

export type Layout = StoredLayout;

const item = stored('fxproLayouts');
const ownerNow = (): number => (isLoggedIn.value ? (stored('fxproUserInfo').value?.user.id ?? 0) : 0);

/** Whether it is of the account, or of a visitor who has not logged in yet. */
const isShown = ({ owner }: Layout): boolean => owner === 0 || owner === ownerNow();

/** By name. */
export const layouts: ReadonlySignal<readonly Layout[]> = computed(() => item.value.filter(isShown));

/** The layout on screen as a text. */
function currentText(): string {
  return JSON.stringify(Object.fromEntries(PARTS.map((name) => [name, stored(name).peek()])));
}

/** Shows a layout. Parts that are missing, or of another version, stay as they are. */
export function chooseLayout({ layout }: Pick<Layout, 'layout'>): void {
  const parts = partsOf(layout);
  for (const name of PARTS) {
    const text = parts[name];
    const value = text === undefined ? undefined : ITEMS[name].read(text);
    if (value !== undefined) (stored(name) as { value: unknown }).value = value;
  }
}

/** The texts of a layout; none of one that is unreadable. */
function partsOf(layout: string): Readonly<Record<string, string>> {
  try {
    return v.parse(partsSchema, JSON.parse(layout));
  } catch {
    return {};
  }
}

function store(next: Layout, before = next.name): void {
  // Another account that was logged in here may have one of this name.
  const isReplaced = (each: Layout): boolean =>
    (each.name === before || each.name === next.name) && (each.owner === next.owner || isShown(each));
  item.value = [...item.peek().filter((each) => !isReplaced(each)), next].sort((a, b) => a.name.localeCompare(b.name));
}

function drop(layout: Layout): void {
  item.value = item.peek().filter((each) => each.name !== layout.name || !isShown(each));
}

/** Replaces the account's layouts by a list of the exchange; changes that are not sent yet stay. */
function applyList({ list }: AnswerOf<'/user/layout'>): void {
  const owner = ownerNow();
  const unsent = item.peek().filter((each) => each.unsent && (each.owner === owner || each.owner === 0));
  const names = new Set(unsent.map(({ name }) => name));
  const sent = list
    .filter(({ name }) => !names.has(name))
    .map(({ name, version, layout }) => ({ name, version, layout, unsent: false, owner }));
  // Those of other accounts go: the next one must not get them.
  item.value = [...unsent, ...sent].sort((a, b) => a.name.localeCompare(b.name));
}

/** A name that no layout has: "Scalping 2". */
function freeName(name: string, taken: readonly string[]): string {
  for (let number = 2; ; number += 1) {
    const end = ` ${number}`;
    const candidate = `${name.slice(0, MAX_LAYOUT_NAME_CHARACTERS - end.length)}${end}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/**
 * Sends one change. Where another device has changed the layout since, that one stays, and this one is saved under a
 * free name. Returns the name that it has. Throws CallError, also where the session has ended before it has a name.
 */
async function send(layout: Layout): Promise<string> {
  const form = { layoutName: layout.name, layoutVersion: layout.version, layout: layout.layout };
  const session = sessionToken.peek();
  const answer = await call('/user/layout', form);
  const isOver = sessionToken.peek() !== session;
  // The answer to the same change may have been lost.
  const isThere = answer.list.some((each) => each.name === layout.name && each.layout === layout.layout);
  if (answer.saved === 1 || isThere) {
    if (isOver) return layout.name;
    store({ ...layout, unsent: false, owner: ownerNow() });
    applyList(answer);
    return layout.name;
  }
  if (isOver) throw new CallError(FAILURE.network, '');
  const name = freeName(
    layout.name,
    [...answer.list, ...item.peek()].map((each) => each.name),
  );
  store({ ...layout, name, version: 0 }, layout.name);
  return send({ ...layout, name, version: 0 });
}

/** Sends what was changed here, and fetches the account's layouts. Throws CallError. */
export async function loadLayouts(): Promise<void> {
  if (!isLoggedIn.peek()) return;
  const session = sessionToken.peek();
  const answer = await read('/user/layout', {});
  // Neither list nor changes of one account are the next one's.
  const isOver = (): boolean => sessionToken.peek() !== session;
  if (isOver()) return;
  applyList(answer);
  for (const layout of item.peek().filter(({ unsent }) => unsent)) {
    if (isOver()) return;
    await send(layout);
  }
}

/** Saves the layout on screen; returns its name. Without an account or a connection it stays on this device. */
export async function saveLayout(name: string): Promise<string> {
  const before = layouts.peek().find((each) => each.name === name);
  const next: Layout = {
    name,
    version: before?.version ?? 0,
    layout: currentText(),
    unsent: true,
    owner: before?.owner ?? ownerNow(),
  };
  if (!isLoggedIn.peek()) {
    store(next);
    return name;
  }
  try {
    return await send(next);
  } catch (cause) {
    if (!isOutcomeUnknown(cause)) throw cause;
    store(next);
    return name;
  }
}

/** Changes the account's copy; false where another device has changed it since: the list is the new one then. */
async function change(layout: Layout, form: Partial<FormOf<'/user/layout'>>): Promise<boolean> {
  const session = sessionToken.peek();
  const answer = await call('/user/layout', { layoutName: layout.name, layoutVersion: layout.version, ...form });
  if (sessionToken.peek() !== session) return answer.saved === 1;
  if (answer.saved === 1) drop(layout);
  applyList(answer);
  return answer.saved === 1;
}

/** False: it was changed on another device, or the name exists. Throws CallError. */
export async function renameLayout(layout: Layout, name: string): Promise<boolean> {
  if (layouts.peek().some((each) => each.name === name)) return false;
  if (layout.version > 0) return change(layout, { layoutRename: name });
  store({ ...layout, name }, layout.name);
  return true;
}

/** False: it was changed on another device. Throws CallError. */
export async function removeLayout(layout: Layout): Promise<boolean> {
  if (layout.version > 0) return change(layout, { layoutRemove: true });
  drop(layout);
  return true;
}

/** Saves a removed layout again. Throws CallError. */
export async function restoreLayout(layout: Layout): Promise<void> {
  const next = { ...layout, version: 0, unsent: true };
  if (isLoggedIn.peek()) await send(next);
  else store(next);
}
