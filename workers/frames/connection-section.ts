// Writes the connection section of a frame.
import { CONNECTION_FIELD, SECTION } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from './frame-writer.ts';

/** State of the connection; fields and units as in CONNECTION_FIELD. */
export interface ConnectionStatus {
  state: number;
  sinceMs: number;
  receivedMs: number;
  rttMs: number;
  offsetMs: number;
  messages: number;
  bytes: number;
}

export function writeConnection(
  writer: FrameWriter,
  connection: ConnectionStatus,
  resyncs: number,
  malformed: number,
): void {
  const at = writer.open(SECTION.connection, 0, CONNECTION_FIELD.size);
  const { columns } = writer;
  columns[at + CONNECTION_FIELD.state] = connection.state;
  columns[at + CONNECTION_FIELD.since] = connection.sinceMs;
  columns[at + CONNECTION_FIELD.lastReceived] = connection.receivedMs;
  columns[at + CONNECTION_FIELD.rtt] = connection.rttMs;
  columns[at + CONNECTION_FIELD.offset] = connection.offsetMs;
  columns[at + CONNECTION_FIELD.messages] = connection.messages;
  columns[at + CONNECTION_FIELD.bytes] = connection.bytes;
  columns[at + CONNECTION_FIELD.resyncs] = resyncs;
  columns[at + CONNECTION_FIELD.malformed] = malformed;
  writer.close(at + CONNECTION_FIELD.size);
}
