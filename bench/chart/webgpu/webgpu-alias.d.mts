/** Vite's `resolve.alias`. */
export const WEBGPU_ALIAS: { find: RegExp; replacement: string }[];
