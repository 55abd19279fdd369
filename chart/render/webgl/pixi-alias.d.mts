/** Vite's `resolve.alias`. */
export const PIXI_ALIAS: { find: RegExp; replacement: string }[];
