// All words of zh-TW.
import { chart } from './chart.ts';
import { drawing } from './drawing.ts';
import { embed } from './embed.ts';
import { lines } from './lines.ts';
import { market } from './market.ts';
import { screen } from './screen.ts';

export const words = { ...screen, ...market, ...lines, ...chart, ...embed, ...drawing };
