// All words of en-US.
import { drawing } from './drawing.ts';
import { market } from './market.ts';
import { screen } from './screen.ts';

export const words = { ...screen, ...market, ...drawing };
