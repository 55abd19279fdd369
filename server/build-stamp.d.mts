// Types of build-stamp.mjs, for the build's configuration.

export const ROOT: string;
export const BUILDS: Record<'client' | 'server', { output: string; sources: string[] }>;
export const STAMP: string;
export function sourceHash(build: 'client' | 'server'): string;
export function isStale(build: 'client' | 'server'): boolean;
