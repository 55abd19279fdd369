// A time limit for what a promise waits for.

/** Rejects with an Error of `text` once `limitMs` have passed. */
export async function withinTime<T>(waiting: Promise<T>, limitMs: number, text: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(text)), limitMs);
  });
  try {
    return await Promise.race([waiting, late]);
  } finally {
    clearTimeout(timer);
  }
}
