// The picture of a tile: a pixel for each column and level, painted as columns come, stretched when it is shown.
import { scratchCanvas } from '../render/scratch-canvas.ts';
import { type HeatTile, TILE_COLUMNS } from './heat-tiles.ts';
import { bitsOf, CODE_SHIFT, type HeatScale } from './heat-scale.ts';

export class TileImage {
  canvas: OffscreenCanvas | null = null;
  /** Frame in which it was last shown. */
  shownAt = 0;
  #context: OffscreenCanvasRenderingContext2D | null = null;
  #column: ImageData | null = null;
  #shape = -1;
  #revision = -1;
  #scaleRevision = -1;
  /** Columns that are painted for good. */
  #finalColumns = 0;

  /** Whether all of it must be painted, for the first time or in other colours: what it shows is where it should be. */
  canWait({ levels, shape }: HeatTile, { revision }: HeatScale): boolean {
    return levels > 0 && (this.canvas === null || (shape === this.#shape && revision !== this.#scaleRevision));
  }

  /** Paints what changed since the last call. */
  sync(tile: HeatTile, scale: HeatScale): void {
    if (tile.levels === 0) return;
    const isNew = tile.shape !== this.#shape || scale.revision !== this.#scaleRevision;
    if (!isNew && tile.revision === this.#revision) return;
    if (this.canvas?.height !== tile.levels) this.#resize(tile.levels);
    const from = isNew ? 0 : this.#finalColumns;
    if (tile.columns - from > 1)
      this.#paint(tile, scale, from, tile.columns, new ImageData(tile.columns - from, tile.levels));
    else if (tile.columns > from)
      this.#paint(tile, scale, from, tile.columns, (this.#column ??= new ImageData(1, tile.levels)));
    this.#shape = tile.shape;
    this.#revision = tile.revision;
    this.#scaleRevision = scale.revision;
    this.#finalColumns = tile.finalColumns;
  }

  #resize(levels: number): void {
    this.canvas = scratchCanvas(TILE_COLUMNS, levels);
    this.#context = this.canvas.getContext('2d');
    this.#column = null;
    this.#shape = -1;
  }

  /** High prices on top. */
  #paint(tile: HeatTile, { colors }: HeatScale, from: number, to: number, image: ImageData): void {
    const { levels } = tile;
    const codes = bitsOf(tile.lots);
    const pixels = new Uint32Array(image.data.buffer);
    const width = to - from;
    for (let column = from; column < to; column++) {
      let pixel = (levels - 1) * width + column - from;
      for (let at = column * levels; at < (column + 1) * levels; at++, pixel -= width)
        pixels[pixel] = colors[codes[at]! >>> CODE_SHIFT]!;
    }
    this.#context?.putImageData(image, from, 0);
  }
}
