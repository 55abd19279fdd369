/** A cluster of NATS servers on this machine. */
export interface NatsServers {
  /** Addresses of all, comma-joined. */
  url: string;
  urlOf(at: number): string;
  kill(at: number): void;
  restart(at: number): Promise<void>;
  remove(): void;
}
export function installNats(): boolean;
export function startNats(
  count?: number,
  options?: { args?: string[]; env?: Record<string, string> },
): Promise<NatsServers | null>;
