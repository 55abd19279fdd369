// Types of free-port.mjs, which plain Node runs.
export function freePort(): Promise<number>;
