// A place in the page for what a test draws with React, made and taken away with each test.
import { act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

/** Needs happy-dom; its fields are there while a test runs. */
export function mounted(): { host: HTMLElement; root: Root } {
  const place = {} as { host: HTMLElement; root: Root };
  beforeEach(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    place.host = document.body.appendChild(document.createElement('div'));
    place.root = createRoot(place.host);
  });
  afterEach(async () => {
    await act(async () => place.root.unmount());
    place.host.remove();
  });
  return place;
}
