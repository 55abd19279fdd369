// A React root in the document for each test of a file.
import { act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

/** Creates host and root before each test and removes them after it. Needs happy-dom. */
export function reactRoot(): { host: HTMLElement; root: Root } {
  const fixture = {} as { host: HTMLElement; root: Root };
  beforeEach(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    fixture.host = document.body.appendChild(document.createElement('div'));
    fixture.root = createRoot(fixture.host);
  });
  afterEach(async () => {
    await act(async () => fixture.root.unmount());
    fixture.host.remove();
  });
  return fixture;
}
