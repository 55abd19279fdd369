// Calls that come once more: which are one, and for how long.
import { expect, it } from 'vitest';
import type { Envelope } from '../../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { Printed } from '../../../../server/gateway/printed.ts';
import { ResentCalls, callKeyOf } from '../../../../server/gateway/retries/resent-calls.ts';

let nowMs = 0;
const CALL = { path: '/user/kyc', key: 'k'.repeat(32), token: 'token', form: { fullName: 'Ann' } };
const accepted = (data: unknown): Envelope => ({ code: CODE.ok, msg: '', data, ts: 0, traceId: '' });

/** Runs a call, and returns which run answered it: 1 is the first. */
function counted(calls: ResentCalls) {
  let runs = 0;
  return async (call: object = {}): Promise<number> => {
    const answer = await calls.answerOf({ ...CALL, ...call }, async () => accepted((runs += 1)));
    return (answer.data as Printed<number>).value();
  };
}

it('a call is another one with another path, key, session or form', async () => {
  const send = counted(new ResentCalls(() => nowMs));
  expect([await send(), await send()]).toEqual([1, 1]);
  expect(await send({ path: '/user/layout' })).toBe(2);
  expect(await send({ key: 'l'.repeat(32) })).toBe(3);
  expect(await send({ token: '' })).toBe(4);
  expect(await send({ form: { fullName: 'Bob' } })).toBe(5);
  expect(await send()).toBe(1);
});

it('a header of another form is no key', () => {
  for (const header of [undefined, '', 'short', 'k'.repeat(65), `${CALL.key}\n`, 'k'.repeat(10_240), [CALL.key]])
    expect(callKeyOf(header), String(header)).toBeUndefined();
  for (const header of ['k'.repeat(16), 'k'.repeat(64), '1-2_3-4_5-6_7-8_9-0']) expect(callKeyOf(header)).toBe(header);
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
  const send = async (characters: number, isPrinted = false): Promise<string> => {
    const run = async (): Promise<Envelope> => {
      runs += 1;
      const data = 'a'.repeat(characters);
      return accepted(isPrinted ? new Printed(JSON.stringify(data)) : data);
    };
    return ((await calls.answerOf(CALL, run)).data as Printed<string>).value();
  };
  await send(9_000);
  await send(9_000, true);
  await send(7_000);
  expect(runs).toBe(3);
  expect((await send(1)).length).toBe(7_000);
  expect(runs).toBe(3);
});

it('refusals are not remembered, and one under way is shared', async () => {
  const calls = new ResentCalls(() => nowMs);
  let runs = 0;
  const fail = async (): Promise<Envelope> => {
    runs += 1;
    await Promise.resolve();
    throw new RejectError(CODE.busy);
  };
  const both = await Promise.allSettled([calls.answerOf(CALL, fail), calls.answerOf(CALL, fail)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(runs).toBe(1);
  await expect(calls.answerOf(CALL, fail)).rejects.toThrow(RejectError);
  expect(runs).toBe(2);
});
