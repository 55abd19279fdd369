// Counts the WebGL contexts of this thread that are alive.

const made: WeakRef<WebGL2RenderingContext>[] = [];

type Getter = (this: unknown, kind: string, ...rest: unknown[]) => unknown;

/** Watches every canvas of this thread from now on. */
export function watchContexts(): void {
  for (const name of ['HTMLCanvasElement', 'OffscreenCanvas']) {
    const proto = (globalThis as unknown as Record<string, { prototype: { getContext: Getter } } | undefined>)[name]
      ?.prototype;
    if (!proto) continue;
    const own = proto.getContext;
    proto.getContext = function getContext(this: unknown, kind: string, ...rest: unknown[]): unknown {
      const context = own.call(this, kind, ...rest);
      if (context && kind.startsWith('webgl') && !made.some((ref) => ref.deref() === context))
        made.push(new WeakRef(context as WebGL2RenderingContext));
      return context;
    };
  }
}

/** Contexts that were made and neither lost nor collected. */
export function liveContexts(): number {
  return made.filter((ref) => ref.deref()?.isContextLost() === false).length;
}
