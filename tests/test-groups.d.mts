// Types of test-groups.mjs, which plain Node runs.
export const LONG_TESTS: readonly string[];
export function statelessTests(): string[];
export function exchangeTests(): string[];
export function domTests(): string[];
export function fastTests(): string[];
