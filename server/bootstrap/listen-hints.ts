// Lines for the operator about reaching the exchange from a phone in the same network.
import { networkInterfaces } from 'node:os';

/** Lines to print after the start; empty when HOST is one specific address. */
export function listenHints(host: string, port: number): string[] {
  const [address] = localAddresses();
  const url = `http://${address ?? 'ADDRESS-OF-THIS-MACHINE'}:${port}/`;
  if (/^(localhost|127\..*|::1)$/.test(host))
    return [
      `Reachable from this machine only. For a phone in your network: HOST=0.0.0.0 npm start, then ${url} on the phone`,
    ];
  return host === '0.0.0.0' || host === '::' ? [`On a phone in your network: ${url}`] : [];
}

/** IPv4 addresses of this machine in its networks. */
function localAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
