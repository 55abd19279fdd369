// Loads the heat map with the first indicator that needs it, and removes it when none does.
import { isHeatMap } from '../../core/market-data/indicator-params.ts';
import type { ChartIndicator } from '../api.ts';
import type { Composer } from '../layers/composer.ts';
import type { HeatMap } from './heat-map.ts';
import type { HeatSource } from './heat-tiles.ts';

export class HeatMapLoader {
  readonly #composer: Composer;
  /** Called when it is there, or gone. */
  readonly #onChanged: (isShown: boolean) => void;
  readonly #repaint: () => void;
  #source: HeatSource | null = null;
  #wanted: ChartIndicator | undefined;
  #map: HeatMap | null = null;
  #loading = false;

  constructor(composer: Composer, onChanged: (isShown: boolean) => void, repaint: () => void) {
    this.#composer = composer;
    this.#onChanged = onChanged;
    this.#repaint = repaint;
  }

  setSource(source: HeatSource | null): void {
    this.#source = source;
    this.#apply();
  }

  /** A load that fails is retried with the next set of indicators. */
  async loadFor(indicators: readonly ChartIndicator[]): Promise<void> {
    this.#wanted = indicators.find(({ name, hidden }) => isHeatMap(name) && !hidden);
    if (this.#wanted && !this.#map && !this.#loading) {
      this.#loading = true;
      try {
        const { HeatMap } = await import('./heat-map.ts');
        const { view, list } = this.#composer;
        this.#map = new HeatMap(view, list, () => this.#composer.pointer, this.#repaint);
      } catch (cause) {
        console.warn('heat map load failed', cause);
      } finally {
        this.#loading = false;
      }
    }
    this.#apply();
  }

  #apply(): void {
    const map = this.#map;
    if (!map) return;
    const { list, overlays } = this.#composer;
    map.source = this.#source;
    const [contrast = map.contrast, smallestTrade = map.smallestTrade] = this.#wanted?.params ?? [];
    map.contrast = contrast;
    map.smallestTrade = smallestTrade;
    const isShown = this.#wanted !== undefined;
    if (isShown === (list.picture === map)) return;
    list.picture = isShown ? map : null;
    if (isShown) overlays.unshift(map);
    else overlays.splice(overlays.indexOf(map), 1);
    this.#onChanged(isShown);
  }
}
