// Commands by name, from keys and the palette to the components on the screen that carry them out.
import { useEffect, useEffectEvent } from 'react';

export const COMMANDS = [
  'palette',
  'keys',
  'buy',
  'sell',
  'share25',
  'share50',
  'share75',
  'share100',
  'cancelAll',
  'ladder',
  'centreLadder',
  'nextMarket',
  'previousMarket',
  'shorterInterval',
  'longerInterval',
  'drawings',
  'indicators',
  'chartSettings',
  'fullScreen',
] as const;
export type Command = (typeof COMMANDS)[number];

const runners = new Map<Command, (() => void)[]>();

/** Whether a component on the screen carries the command out. */
export function isAvailable(command: Command): boolean {
  return (runners.get(command)?.length ?? 0) > 0;
}

/** Carries a command out, by the component that came last; returns whether there is one. */
export function runCommand(command: Command): boolean {
  const run = runners.get(command)?.at(-1);
  run?.();
  return run !== undefined;
}

/** Carries a command out while the component is mounted. */
export function useCommand(command: Command, run: () => void): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    const runner = (): void => onCommand();
    runners.set(command, [...(runners.get(command) ?? []), runner]);
    return () => void runners.set(command, runners.get(command)?.filter((each) => each !== runner) ?? []);
  }, [command]);
}
