// An exchange that waits for its store, or ends: what still comes is answered 1500, and is no fault in the log.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { OPERATOR_PASSWORD, operatorOf } from '../../support/server/operator-client.ts';
import { type Running, startRunning } from '../../support/server/running-exchange.ts';

let at: Running;
const lines: string[] = [];
beforeAll(async () => {
  at = await startRunning({ DEMO_REVIEWS: 'on' });
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await at.exchange.closeHttp();
  rmSync(at.dataDir, { recursive: true, force: true });
});

it('L12: answers users and operators 1500 while its store is closed, without a line for each', async () => {
  const operator = operatorOf(at);
  const { token } = await at.user('closed@example.com');
  // Statements that were prepared before are refused too.
  for (const name of ['me', 'operators', 'audit']) expect((await operator.query(name)).code).toBe(0);
  // Reviews and confirmations are looked for meanwhile.
  const abandoned = at.exchange.abandon();
  await vi.waitFor(async () => expect((await operator.query('me')).code).toBe(CODE.busy));
  await abandoned;
  for (const name of ['me', 'operators', 'audit', 'health', 'waiting', 'parameters'])
    expect(await operator.query(name), name).toMatchObject({ code: CODE.busy, status: 200 });
  const login = { name: 'ann', password: OPERATOR_PASSWORD, code: '000000' };
  expect((await operator.query('login', login, { authorization: '' })).code).toBe(CODE.busy);
  expect((await operator.act('account.freeze', { uid: 10_000 })).code).toBe(CODE.busy);
  expect((await at.call('/user/info', {}, token)).code).not.toBe(0);
  // A healthy exchange is closed here: of a paused one this line names what its store failed with.
  expect(lines.filter((line) => !line.includes('sequencer.commit_failed'))).toEqual([]);
});
