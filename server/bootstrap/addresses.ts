// How a phone of the same network reaches the exchange, in words for who starts it.
import { networkInterfaces } from 'node:os';

/** Lines to print after the start; none when it listens at one address of its own choice. */
export function howToReach(host: string, port: number): string[] {
  const [address] = addressesHere();
  const url = `http://${address ?? 'ADDRESS-OF-THIS-MACHINE'}:${port}/`;
  if (/^(localhost|127\..*|::1)$/.test(host))
    return [
      `Only this machine is heard. For a phone of your network: HOST=0.0.0.0 npm start, then ${url} on the phone`,
    ];
  return host === '0.0.0.0' || host === '::' ? [`On a phone of your network: ${url}`] : [];
}

/** IPv4 addresses of this machine in its networks. */
function addressesHere(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
