// The shelf: every indicator by its name. A new one is a file beside this and a line here.
import type { Indicator } from './indicator.ts';
import { MA } from './ma.ts';
import { VOL } from './vol.ts';

export const INDICATORS: ReadonlyMap<string, Indicator> = new Map([MA, VOL].map((indicator) => [indicator.name, indicator]));
