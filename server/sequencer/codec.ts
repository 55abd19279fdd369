// Commands and answers as text for the store: JSON in which money, a bigint, stands as a decimal string.
import type { Command } from '../exchange/command.ts';

/** Commands that a person may give a name, so that a retry finds the first answer. */
export type Nameable = Extract<Command, { clientNo?: string | undefined }>;

/** Fields that hold money in any command or answer. */
function isMoney(key: string): boolean {
  return key === 'units' || key.endsWith('Units');
}

export function toText(value: object): string {
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field));
}

/** Inverse of `toText`; throws on text that is no JSON. */
export function fromText<T>(text: string): T {
  return JSON.parse(text, (key, field: unknown) =>
    typeof field === 'string' && isMoney(key) ? BigInt(field) : field,
  ) as T;
}

/** What makes two commands the same command: everything but who asks and the name it was given. */
export function fingerprint(command: Nameable): string {
  if (command.kind === 'cancelSpot') return `ids ${command.orderIds.join(' ')}`;
  if (command.kind === 'cancelAllSpot') return `all ${command.coinInfoId ?? ''}`;
  if (isFund(command)) return fundBody(command);
  if (command.kind !== 'placeSpot') return contractBody(command);
  const { coinInfoId, side, orderType, priceTicks, lots, totalUnits, tif, postOnly, slipE8 = 0 } = command;
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
  ].join(' ');
}

/** The name as it is kept: orders and cancels have names of their own (no clientNo has a space). */
export function idempotencyKey({ kind, clientNo = '' }: Nameable): string {
  return kind === 'placeSpot' ? clientNo : `${KEY_PREFIXES[kind]} ${clientNo}`;
}

/** Every call has names of its own. */
const KEY_PREFIXES: Record<Exclude<Nameable['kind'], 'placeSpot'>, string> = {
  transfer: 'transfer',
  convert: 'transfer',
  applyDeposit: 'recharge',
  requestWithdraw: 'withdraw',
  cancelSpot: 'close',
  cancelAllSpot: 'close',
  placeContract: 'contract',
  placeSeconds: 'seconds',
  cancelContract: 'revoke',
  addMargin: 'margin',
  closeContract: 'liquidate',
  closeAllContracts: 'liquidateAll',
};

function contractBody(
  command: Exclude<Nameable, NamedFund | { kind: 'placeSpot' | 'cancelSpot' | 'cancelAllSpot' }>,
): string {
  const { uid: _, clientNo: __, ...body } = command;
  return toText(body);
}

type NamedFund = Extract<Nameable, { kind: 'transfer' | 'convert' | 'applyDeposit' | 'requestWithdraw' }>;

function isFund(command: Nameable): command is NamedFund {
  return (
    command.kind === 'transfer' ||
    command.kind === 'convert' ||
    command.kind === 'applyDeposit' ||
    command.kind === 'requestWithdraw'
  );
}

/**
 * What was asked, without what the server added: a retry brings another picture of the same, and a fee may have changed
 * since.
 */
function fundBody(command: NamedFund): string {
  if (command.kind === 'transfer') return `${command.to} ${command.coinId} ${command.units}`;
  if (command.kind === 'convert') return `convert ${command.quoteId}`;
  const { coinId, units, chain, address } = command;
  return `${coinId} ${units} ${chain} ${address}${command.kind === 'requestWithdraw' ? ` ${command.memo}` : ''}`;
}
