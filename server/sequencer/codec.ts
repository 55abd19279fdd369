// Commands and answers as text for the store: JSON with bigints as decimal strings.
import type { Command } from '../exchange/command.ts';

/** Commands that can carry a client number, so that a retry gets the first answer. */
export type NamedCommand = Extract<Command, { clientNo?: string | undefined }>;

/** Fields that hold money in any command or answer. */
function isMoney(key: string): boolean {
  return key === 'units' || key.endsWith('Units');
}

export function toText(value: object): string {
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field));
}

/** Inverse of `toText`. Throws SyntaxError on text that is not JSON. */
export function fromText<T>(text: string): T {
  return JSON.parse(text, (key, field: unknown) =>
    typeof field === 'string' && isMoney(key) ? BigInt(field) : field,
  ) as T;
}

/** Text that is equal for equal commands: all fields except the user and the client number. */
export function fingerprint(command: NamedCommand): string {
  if (command.kind === 'cancelSpot') return `ids ${command.orderIds.join(' ')}`;
  if (command.kind === 'cancelAllSpot') return `all ${command.coinInfoId ?? ''}`;
  if (isFund(command)) return fundFingerprint(command);
  if (command.kind !== 'placeSpot') return contractFingerprint(command);
  const {
    coinInfoId,
    side,
    orderType,
    priceTicks,
    lots,
    totalUnits,
    tif,
    postOnly,
    slipE8 = 0,
    stopTicks = 0,
    lossTicks = 0,
    replaces = 0,
  } = command;
  return [
    coinInfoId,
    side,
    orderType,
    priceTicks,
    lots,
    totalUnits,
    tif,
    postOnly ? 1 : 0,
    ...(slipE8 > 0 ? [`slip ${slipE8}`] : []),
    ...(stopTicks > 0 ? [`stop ${stopTicks}`] : []),
    ...(lossTicks > 0 ? [`loss ${lossTicks}`] : []),
    ...(replaces > 0 ? [`replaces ${replaces}`] : []),
  ].join(' ');
}

/** The client number as it is stored, with a prefix for each call (no clientNo contains a space). */
export function idempotencyKey({ kind, clientNo = '' }: NamedCommand): string {
  return kind === 'placeSpot' ? clientNo : `${KEY_PREFIXES[kind]} ${clientNo}`;
}

/** Each call has client numbers of its own. */
const KEY_PREFIXES: Record<Exclude<NamedCommand['kind'], 'placeSpot'>, string> = {
  transfer: 'transfer',
  convert: 'transfer',
  applyDeposit: 'recharge',
  requestWithdraw: 'withdraw',
  cancelSpot: 'close',
  cancelAllSpot: 'close',
  placeContract: 'contract',
  replaceContract: 'contract',
  placeSeconds: 'seconds',
  cancelContract: 'revoke',
  addMargin: 'margin',
  closeContract: 'liquidate',
  closeAllContracts: 'liquidateAll',
};

function contractFingerprint(
  command: Exclude<NamedCommand, NamedFundCommand | { kind: 'placeSpot' | 'cancelSpot' | 'cancelAllSpot' }>,
): string {
  const { uid: _, clientNo: __, ...body } = command;
  return toText(body);
}

type NamedFundCommand = Extract<NamedCommand, { kind: 'transfer' | 'convert' | 'applyDeposit' | 'requestWithdraw' }>;

function isFund(command: NamedCommand): command is NamedFundCommand {
  return (
    command.kind === 'transfer' ||
    command.kind === 'convert' ||
    command.kind === 'applyDeposit' ||
    command.kind === 'requestWithdraw'
  );
}

/**
 * The fields that the user sent, without those the server added: a retry may carry another picture, and a fee may have
 * changed.
 */
function fundFingerprint(command: NamedFundCommand): string {
  if (command.kind === 'transfer') return `${command.to} ${command.coinId} ${command.units}`;
  if (command.kind === 'convert') return `convert ${command.quoteId}`;
  const { coinId, units, chain, address } = command;
  return `${coinId} ${units} ${chain} ${address}${command.kind === 'requestWithdraw' ? ` ${command.memo}` : ''}`;
}
