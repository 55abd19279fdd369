// What happens on the engine and is in no command, for the gateways: notices, proofs, ended sessions.
import type { Anchor } from '../../core/proofs/proof.ts';
import type { OrderProof } from '../services/proofs/settlement-proofs.ts';
import type { Bus, Dispose } from './bus.ts';
import { SUBJECT } from './cluster-messages.ts';

/** A lost one shows with the next read: notices and proofs are fetched, and sessions checked once a minute. */
export type ClusterEvent =
  | { kind: 'notice'; uid: number; notice: { createTime: number }; unreadNum: number }
  | { kind: 'anchor'; anchor: Anchor }
  | { kind: 'proof'; proven: OrderProof }
  | { kind: 'sessionEnd'; uid: number }
  | { kind: 'socketNotice'; event: 'maintenance'; at: number };

export function publishEvent(bus: Bus, event: ClusterEvent): void {
  bus.publish(SUBJECT.events, event);
}

export function onClusterEvent(bus: Bus, listener: (event: ClusterEvent) => void): Dispose {
  return bus.subscribe(SUBJECT.events, (message) => listener(message as ClusterEvent));
}
