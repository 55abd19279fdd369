// Channel: a line and its parallel through a third place, with the middle between them.
import { distanceToSegment, heightAt } from '../geometry.ts';
import type { DrawingTool, Shape } from '../tool.ts';

const DASH_CSS_PX = 4;
/** A line whose ends are closer than this across counts as upright: its parallel is beside it, not above. */
const UPRIGHT_PX = 0.5;

const isUpright = (xy: Float64Array): boolean => Math.abs(xy[2]! - xy[0]!) < UPRIGHT_PX;

function fillBand(pen: Parameters<DrawingTool['paint']>[0], { xy, extra, soft }: Shape): void {
  const { box } = pen;
  if (isUpright(xy)) return pen.fill(xy[0]!, xy[1]!, xy[2]! + extra[0]!, xy[3]!, soft);
  const left = Math.max(box.left, Math.min(xy[0]!, xy[2]!));
  const right = Math.min(box.right, Math.max(xy[0]!, xy[2]!));
  if (left >= right) return undefined;
  const atLeft = heightAt(left, xy[0]!, xy[1]!, xy[2]!, xy[3]!);
  const atRight = heightAt(right, xy[0]!, xy[1]!, xy[2]!, xy[3]!);
  return pen.band(left, atLeft, atLeft + extra[1]!, right, atRight, atRight + extra[1]!, soft);
}

/** Distance to the line moved by a share of the way to its parallel. */
function distanceAt(share: number, { xy, extra }: Shape, x: number, y: number): number {
  const dx = share * extra[0]!;
  const dy = share * extra[1]!;
  return distanceToSegment(x, y, xy[0]! + dx, xy[1]! + dy, xy[2]! + dx, xy[3]! + dy);
}

export const channel: DrawingTool = {
  kind: 'channel',
  anchors: 3,
  handles: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  extras: 2,
  /** The way from the line to its parallel. */
  project({ xy, extra }) {
    extra[0] = isUpright(xy) ? xy[4]! - xy[0]! : 0;
    extra[1] = isUpright(xy) ? 0 : xy[5]! - heightAt(xy[4]!, xy[0]!, xy[1]!, xy[2]!, xy[3]!);
  },
  paint(pen, shape) {
    const { xy, extra, color } = shape;
    fillBand(pen, shape);
    const dash = Math.round(DASH_CSS_PX * pen.view.ratio);
    for (let half = 0; half <= 2; half += 1) {
      const dx = (extra[0]! * half) / 2;
      const dy = (extra[1]! * half) / 2;
      pen.line(xy[0]! + dx, xy[1]! + dy, xy[2]! + dx, xy[3]! + dy, color, false, half === 1 ? dash : 0);
    }
  },
  distance: (shape, x, y) =>
    Math.min(distanceAt(0, shape, x, y), distanceAt(0.5, shape, x, y), distanceAt(1, shape, x, y)),
  inside({ xy, extra }, x, y) {
    if (isUpright(xy)) return (x - xy[0]!) * (x - xy[0]! - extra[0]!) <= 0 && (y - xy[1]!) * (y - xy[3]!) <= 0;
    const up = y - heightAt(x, xy[0]!, xy[1]!, xy[2]!, xy[3]!);
    return (x - xy[0]!) * (x - xy[2]!) <= 0 && up * (up - extra[1]!) <= 0;
  },
};
