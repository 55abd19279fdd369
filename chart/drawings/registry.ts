// Registry of drawing tools by kind.
import type { DrawingKind } from '../api.ts';
import type { DrawingTool } from './tool.ts';
import { brush } from './tools/brush.ts';
import { channel } from './tools/channel.ts';
import { fibonacci } from './tools/fibonacci.ts';
import { horizontal } from './tools/horizontal.ts';
import { measure } from './tools/measure.ts';
import { long, short } from './tools/position.ts';
import { profile } from './tools/profile.ts';
import { ray } from './tools/ray.ts';
import { rectangle } from './tools/rectangle.ts';
import { text } from './tools/text.ts';
import { trend } from './tools/trend.ts';
import { vertical } from './tools/vertical.ts';

export const TOOLS: Record<DrawingKind, DrawingTool> = {
  trend,
  ray,
  horizontal,
  vertical,
  channel,
  rectangle,
  fibonacci,
  measure,
  profile,
  brush,
  text,
  long,
  short,
};
