// Calls that come once more: which are one, and for how long.
import { expect, it } from 'vitest';
import type { Envelope } from '../../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { ResentCalls } from '../../../../server/gateway/retries/resent-calls.ts';

let nowMs = 0;
const allowed = async (): Promise<void> => undefined;
const CALL = { path: '/user/kyc', key: 'k'.repeat(32), token: 'token', form: { fullName: 'Ann' } };

/** Runs a call, and returns which run answered it: 1 is the first. */
function counted(calls: ResentCalls, code: number = CODE.ok) {
  let runs = 0;
  return async (call: object = {}): Promise<number> => {
    const run = async (): Promise<Envelope> => ({ code, msg: '', data: (runs += 1), ts: 0, traceId: '' });
    return (JSON.parse(await calls.answerOf({ ...CALL, ...call }, run, allowed)) as { data: number }).data;
  };
}

it('a call is another one with another path, key, session or form, and without a key', async () => {
  const send = counted(new ResentCalls(() => nowMs));
  expect([await send(), await send()]).toEqual([1, 1]);
  expect(await send({ path: '/user/layout' })).toBe(2);
  expect(await send({ key: 'l'.repeat(32) })).toBe(3);
  expect(await send({ token: '' })).toBe(4);
  expect(await send({ form: { fullName: 'Bob' } })).toBe(5);
  for (const key of [undefined, '', 'short', 'k'.repeat(65), `${CALL.key}\n`, ['k'.repeat(32)]]) {
    const runs = [await send({ key }), await send({ key })];
    expect(runs[1], String(key)).toBe(runs[0]! + 1);
  }
  expect(await send()).toBe(1);
});

it('an answer is forgotten after a minute, the oldest of more than four thousand at once', async () => {
  const send = counted(new ResentCalls(() => nowMs));
  expect(await send()).toBe(1);
  nowMs += 59_999;
  expect(await send()).toBe(1);
  nowMs += 1;
  expect(await send()).toBe(2);
  for (let each = 0; each < 3_999; each += 1) await send({ key: `key-of-a-call-${each + 10_000}` });
  expect(await send()).toBe(2);
  await send({ key: 'key-of-one-call-too-many' });
  expect(await send()).toBe(4_003);
});

it('a long answer is not remembered: many of them would fill the memory', async () => {
  const calls = new ResentCalls(() => nowMs);
  let runs = 0;
  const send = (characters: number): Promise<string> =>
    calls.answerOf(
      CALL,
      async () => {
        runs += 1;
        return { code: CODE.ok, msg: '', data: 'a'.repeat(characters), ts: 0, traceId: '' };
      },
      allowed,
    );
  await send(9_000);
  await send(7_000);
  expect(runs).toBe(2);
  expect((await send(1)).length).toBeGreaterThan(7_000);
  expect(runs).toBe(2);
});

it('refusals and failures are not remembered, and one under way is shared', async () => {
  const refused = counted(new ResentCalls(() => nowMs), CODE.busy);
  expect([await refused(), await refused()]).toEqual([1, 2]);
  const calls = new ResentCalls(() => nowMs);
  let runs = 0;
  const fail = async (): Promise<Envelope> => {
    runs += 1;
    await Promise.resolve();
    throw new RejectError(CODE.busy);
  };
  const both = await Promise.allSettled([calls.answerOf(CALL, fail, allowed), calls.answerOf(CALL, fail, allowed)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(runs).toBe(1);
  await expect(calls.answerOf(CALL, fail, allowed)).rejects.toThrow(RejectError);
  expect(runs).toBe(2);
});
