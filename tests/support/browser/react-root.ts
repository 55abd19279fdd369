// A React root in the document for each test of a file, and what a user types into its fields.
import { act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

declare global {
  /** React warns of updates outside of `act` while it is true. */
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

/** Creates host and root before each test and removes them after it. Needs happy-dom. */
export function reactRoot(): { host: HTMLElement; root: Root } {
  const fixture = {} as { host: HTMLElement; root: Root };
  beforeEach(() => {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
    fixture.host = document.body.appendChild(document.createElement('div'));
    fixture.root = createRoot(fixture.host);
  });
  afterEach(async () => {
    await act(async () => fixture.root.unmount());
    fixture.host.remove();
  });
  return fixture;
}

/** Sets the value past React, which ignores a change that it has made itself. */
export function setValue(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
}

/** Puts a text into a field, in place of what it had. */
export async function typeInto(field: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    setValue(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
