// Types of postgres.mjs, which plain Node runs.
export interface TestServer {
  url: string;
  start(): void;
  crash(): void;
  remove(): void;
}
export function installPostgres(): boolean;
export function startPostgres(port?: number): Promise<TestServer | null>;
