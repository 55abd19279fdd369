import type { Socket } from 'node:net';

export function textFrame(message: object): Buffer;
export function openBareSocket(
  port: number,
  greetings: object[],
  onFrame: (buffer: Buffer, from: number, to: number) => void,
  onClose?: () => void,
): Promise<Socket>;
