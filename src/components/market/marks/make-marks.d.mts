// Types of make-marks.mjs.
export function marksFile(): string;
