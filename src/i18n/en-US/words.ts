// All words of en-US.
import { market } from './market.ts';
import { screen } from './screen.ts';

export const words = { ...screen, ...market };
