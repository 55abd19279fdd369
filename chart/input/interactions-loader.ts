// Loads the interactive tools after the first frame, and runs the calls made before they were loaded.
import type { ChartEvent } from '../api.ts';
import type { Composer } from '../layers/composer.ts';
import type { DamageLevel } from '../scene/damage.ts';
import type { Interactions } from './interactions.ts';
import type { ViewController } from './view-controller.ts';

/** What the interactions are made of. */
interface InteractionsDeps {
  composer: Composer;
  viewController: ViewController;
  mark: (level: DamageLevel) => void;
  emit: (event: ChartEvent) => void;
  /** Called once they are loaded. */
  onLoaded: () => void;
}

export class InteractionsLoader {
  /** Null until they are loaded. */
  loaded: Interactions | null = null;
  readonly #deps: InteractionsDeps;
  readonly #pendingCalls: ((interactions: Interactions) => void)[] = [];
  #started = false;
  #loading = false;
  #disposed = false;

  constructor(deps: InteractionsDeps) {
    this.#deps = deps;
  }

  /** Allows loading, and loads. */
  start(): void {
    this.#started = true;
    void this.#load();
  }

  /** Runs the call now, or once the interactions are loaded. */
  run(call: (interactions: Interactions) => void): void {
    if (this.loaded) return call(this.loaded);
    this.#pendingCalls.push(call);
    if (this.#started) void this.#load();
    return undefined;
  }

  dispose(): void {
    this.#disposed = true;
  }

  /** A load that fails is retried when the interactions are next needed. */
  async #load(): Promise<void> {
    if (this.#loading || this.loaded) return;
    this.#loading = true;
    try {
      const { Interactions } = await import('./interactions.ts');
      if (this.#disposed) return;
      const { composer, viewController, mark, emit, onLoaded } = this.#deps;
      const interactions = new Interactions(composer, viewController, mark, emit);
      this.loaded = interactions;
      for (const call of this.#pendingCalls.splice(0)) call(interactions);
      onLoaded();
    } catch (cause) {
      console.warn('chart tools load failed', cause);
    } finally {
      this.#loading = false;
    }
  }
}
