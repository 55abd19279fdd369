// Work of many callers: how much at a time, whose is next, and how much of one may wait.
import { describe, expect, it } from 'vitest';
import { RoundRobinLimiter } from '../../../../server/services/auth/round-robin-limiter.ts';

/** Turns whose work ends by `endOne`. `begun` has the callers in the order of their turns. */
function turnsOf(maxAtOnce: number, maxWaiting: number) {
  const turns = new RoundRobinLimiter(maxAtOnce, maxWaiting);
  const begun: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const run = (caller: string): Promise<string> =>
    turns.run(
      caller,
      () =>
        new Promise((resolve, reject) => {
          begun.push(caller);
          ends.push((error) => (error ? reject(error) : resolve(caller)));
        }),
    );
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Ends the oldest work; what takes its place has begun then. */
  const endOne = async (error?: Error): Promise<void> => {
    ends.shift()?.(error);
    await settle();
  };
  return { run, begun, endOne };
}

describe('turns of callers', () => {
  it('one who sends work without end waits behind each other one', async () => {
    const { run, begun, endOne } = turnsOf(2, 200);
    const all = Array.from({ length: 50 }, () => run('a'));
    all.push(run('b'), run('c'), run('b'));
    expect(begun).toEqual(['a', 'a']);
    for (let count = 0; count < 5; count += 1) await endOne();
    expect(begun.slice(2)).toEqual(['a', 'b', 'c', 'a', 'b']);
    for (let count = 5; count < 53; count += 1) await endOne();
    expect((await Promise.all(all)).filter((caller) => caller === 'a')).toHaveLength(50);
  });

  it('only so much of one waits; what others send is taken', async () => {
    const { run, begun, endOne } = turnsOf(1, 3);
    const taken = [run('a'), run('a'), run('a'), run('a')];
    await expect(run('a')).rejects.toThrow('1429');
    taken.push(run('b'));
    for (let count = 0; count < 5; count += 1) await endOne();
    expect(begun).toEqual(['a', 'a', 'b', 'a', 'a']);
    await Promise.all(taken);
    const later = run('a');
    await endOne();
    expect(await later).toBe('a');
  });

  it('work that fails gives its place on', async () => {
    const { run, begun, endOne } = turnsOf(1, 3);
    const failing = run('a');
    const next = run('a');
    await Promise.all([expect(failing).rejects.toThrow('lost'), endOne(new Error('lost'))]);
    expect(begun).toEqual(['a', 'a']);
    await endOne();
    expect(await next).toBe('a');
  });
});
