// What was thrown, as text: anything can be thrown.

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
