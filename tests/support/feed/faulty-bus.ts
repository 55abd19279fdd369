// A bus that loses, doubles, delays and reorders messages by a seed, as a network and a restarted server do.
import type { Bus } from '../../../server/cluster/bus.ts';

export interface BusFaults {
  /** Chance of each fault for a message, 0 to 1. */
  lost: number;
  doubled: number;
  delayed: number;
  /** Longest delay, ms. */
  mostDelayMs: number;
}

/** `intercept` gets what this node receives of published messages, and delivers it or not. */
export function interceptedBus(
  bus: Bus,
  intercept: (subject: string, message: unknown, deliver: (message: unknown) => void) => void,
): Bus {
  return {
    publish: (subject, message) => bus.publish(subject, message),
    flush: () => bus.flush(),
    subscribe: (subject, listener) =>
      bus.subscribe(subject, (message) => intercept(subject, message, listener as (message: unknown) => void)),
    request: (subject, message, timeoutMs) => bus.request(subject, message, timeoutMs),
    respond: (subject, responder) => bus.respond(subject, responder),
    get isConnected() {
      return bus.isConnected;
    },
    disconnectedMs: () => bus.disconnectedMs(),
    close: () => bus.close(),
  };
}

/** Faults strike messages of one subject. */
export function faultyBus(bus: Bus, random: () => number, faults: BusFaults, struck: string): Bus {
  return interceptedBus(bus, (subject, message, deliver) => {
    if (subject !== struck) deliver(message);
    else if (random() >= faults.lost) {
      if (random() < faults.delayed) setTimeout(deliver, random() * faults.mostDelayMs, message);
      else deliver(message);
      if (random() < faults.doubled) setTimeout(deliver, random() * faults.mostDelayMs, message);
    }
  });
}
