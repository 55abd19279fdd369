// Types of subset-fonts.mjs.
export const SCRIPTS: readonly string[];
export function charactersOf(script: string): string;
export function fontFile(script: string): Promise<Buffer>;
