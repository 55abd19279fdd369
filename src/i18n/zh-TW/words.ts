// All words of zh-TW.
import { drawing } from './drawing.ts';
import { market } from './market.ts';
import { screen } from './screen.ts';

export const words = { ...screen, ...market, ...drawing };
