// Types of check.mjs, which plain Node runs.
export const checks: readonly { name: string; command: string; args: readonly string[] }[];
/** Path of an installed tool's program. */
export function bin(tool: string): string;
