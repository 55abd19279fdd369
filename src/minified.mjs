// How scripts for browsers are made small, beyond what Vite does by itself.

/** Constants of other modules, also strings: what repeats compresses better than what has a name. */
export const INLINED = { inlineConst: { mode: 'all', pass: 3 } };

/** The minifier writes a constant's value where it is used; it trusts no `var` to be one. */
export const CONSTANTS = { topLevelVar: false };
