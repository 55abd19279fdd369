// Address of a tile, without the schemas that the server checks it by.
import { encodeForm } from './http.ts';
import type { TilePath, TileRequestOf } from './tile-endpoints.ts';

/** Below the base path of the calls. */
export function tileAddress<P extends TilePath>(path: P, request: TileRequestOf<P>): string {
  return `${path}?${encodeForm(request)}`;
}
