// Types of build-stale.mjs, which plain Node runs.
export function buildStale(names: readonly ('client' | 'server')[], log: (line: string) => void): Promise<void>;
