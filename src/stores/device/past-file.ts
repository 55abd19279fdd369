// The recorded file that this replay plays: what it has, or why it is not played.
import { signal } from '@preact/signals-react';
import type { OpenedFile } from '../../../core/worker-protocol/past-protocol.ts';
import type { ReplayRefusal } from '../../../core/worker-protocol/replay-protocol.ts';

/** Null: the past is the exchange's, or the file is being opened. none: this browser has no file. */
export const pastFile = signal<OpenedFile | ReplayRefusal | 'none' | null>(null);
