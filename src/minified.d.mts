export const INLINED: { inlineConst: { mode: 'all'; pass: number } };
export const CONSTANTS: { topLevelVar: boolean };
