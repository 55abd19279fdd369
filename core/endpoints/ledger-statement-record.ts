// Converts records of a response or CSV file to the lines that `ledger-statement.ts` verifies.
import type { RecordLine } from './responses.ts';
import type { GivenLine } from '../proofs/ledger-statement.ts';
import { parseMoney } from '../units/units.ts';

/** A record of `/user/point/change/log` as a line to verify; null when a hashed field is missing or no number. */
export function givenLineOf(record: RecordLine): GivenLine | null {
  const { id, createTime, account, coinInfoId, type, refNo, remark, prev, hash } = record;
  const [units, frozenUnits, available, frozen] = [
    record.amount,
    record.freeze,
    record.balanceAfter,
    record.freezeAfter,
  ].map((text) => parseMoney(text ?? ''));
  if (
    units == null ||
    frozenUnits == null ||
    available == null ||
    frozen == null ||
    prev === undefined ||
    hash === undefined
  )
    return null;
  if (![id, createTime, coinInfoId].every((value) => Number.isSafeInteger(value) && value >= 0)) return null;
  return {
    id,
    ts: createTime,
    account,
    coinInfoId,
    recordType: type,
    units,
    frozenUnits,
    available,
    frozen,
    refNo,
    remark,
    prev,
    hash,
  };
}

/** Lines of the CSV file of `export=csv`, oldest first; null when it is no such file. Columns are found by name. */
export function readStatementCsv(text: string): GivenLine[] | null {
  const [header, ...rows] = cellsOf(text);
  if (!header) return null;
  const lines: GivenLine[] = [];
  for (const cells of rows) {
    const field = (name: string): string => cells[header.indexOf(name)] ?? '';
    const account = field('account');
    if (cells.length !== header.length || (account !== 'spot' && account !== 'contract')) return null;
    const line = givenLineOf({
      id: Number(field('id')),
      createTime: Number(field('createTime')),
      type: field('type'),
      account,
      coinInfoId: Number(field('coinInfoId')),
      amount: field('amount'),
      freeze: field('freeze'),
      balanceAfter: field('balanceAfter'),
      freezeAfter: field('freezeAfter'),
      refNo: field('refNo'),
      remark: field('remark'),
      hash: field('hash'),
      prev: field('prev'),
    });
    if (!line) return null;
    lines.push(line);
  }
  return lines.reverse();
}

/** Rows of CSV text (RFC 4180). Removes the apostrophe that keeps spreadsheets from running a cell as a formula. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    const cell = quoted?.replaceAll('""', '"') ?? bare;
    if (end === '' && row.length === 0 && cell === '') break;
    row.push(cell.startsWith("'") ? cell.slice(1) : cell);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
