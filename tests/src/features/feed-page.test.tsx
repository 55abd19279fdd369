// @vitest-environment happy-dom
// The page about the feed tells its socket's state when it changes, not with the next sample of the log.
import { act } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { LINK, CONNECTION_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';
import { SocketCard } from '../../../src/features/status/feed-page.tsx';
import { loadWords, startI18n } from '../../../src/locales/i18n.ts';
import { applyLink } from '../../../src/stores/market/connection.ts';
import { mounted } from '../../support/mounted.ts';

const place = mounted();
beforeAll(async () => {
  await startI18n('en-US');
  await loadWords(['status']);
});

it('shows the state of the socket at once', () => {
  act(() => place.root.render(<SocketCard />));
  expect(place.host.textContent).toContain('Not started');
  const columns = new Float64Array(F.size);
  columns[F.state] = LINK.open;
  act(() => applyLink(columns, 0, Date.now()));
  expect(place.host.textContent).toContain('Open');
});
