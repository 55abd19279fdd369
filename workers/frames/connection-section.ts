// The link section: how the socket is doing.
import { LINK_FIELD, SECTION } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from './frame-writer.ts';

/** State of the connection, as LINK_FIELD describes it. */
export interface LinkReading {
  state: number;
  sinceMs: number;
  saidMs: number;
  rttMs: number;
  offsetMs: number;
  messages: number;
  bytes: number;
}

export function writeLink(writer: FrameWriter, link: LinkReading, resyncs: number, malformed: number): void {
  const at = writer.open(SECTION.link, 0, LINK_FIELD.size);
  const { columns } = writer;
  columns[at + LINK_FIELD.state] = link.state;
  columns[at + LINK_FIELD.since] = link.sinceMs;
  columns[at + LINK_FIELD.lastHeard] = link.saidMs;
  columns[at + LINK_FIELD.rtt] = link.rttMs;
  columns[at + LINK_FIELD.offset] = link.offsetMs;
  columns[at + LINK_FIELD.messages] = link.messages;
  columns[at + LINK_FIELD.bytes] = link.bytes;
  columns[at + LINK_FIELD.resyncs] = resyncs;
  columns[at + LINK_FIELD.malformed] = malformed;
  writer.close(at + LINK_FIELD.size);
}
