// The recorded file that this replay plays: what it has, or why it is not played.
import { signal } from '@preact/signals-react';
import type { OpenedFile } from '../../../core/worker-protocol/past-protocol.ts';
import type { ReplayRefusal } from '../../../core/worker-protocol/replay-protocol.ts';

/** Null: the past is the exchange's. none: this browser does not keep the file. */
export const pastFile = signal<OpenedFile | ReplayRefusal | 'opening' | 'none' | null>(null);
