// The call that lists a user's ledger entries, page by page or as a CSV file.
import type { RecordLine as WireLine } from '../../../../core/endpoints/responses.ts';
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { printMoney } from '../../../../core/units/units.ts';
import { statementEntryOf } from '../../../sequencer/ledger-hash-chain.ts';
import type { LedgerFilter, OrderQueries } from '../../../sequencer/queries/order-queries.ts';
import type { LedgerEntry } from '../../../sequencer/mappers/order-mapper.ts';
import { MAX_CSV_LINES, csvOf } from '../../csv.ts';
import type { Handlers } from '../../handler.ts';

const COLUMNS = [
  'id',
  'createTime',
  'type',
  'account',
  'coinInfoId',
  'amount',
  'freeze',
  'balanceAfter',
  'freezeAfter',
  'refNo',
  'remark',
  'hash',
  'prev',
] as const;

export interface LedgerDeps {
  reads: Pick<OrderQueries, 'ledgerEntries'>;
}

export function ledgerHandlers(deps: LedgerDeps): Handlers<'/user/point/change/log'> {
  return { '/user/point/change/log': (request, caller) => ledgerEntries(deps, request, caller.uid) };
}

async function ledgerEntries(
  { reads }: LedgerDeps,
  request: RequestOf<'/user/point/change/log'>,
  uid: number,
): Promise<AnswerOf<'/user/point/change/log'>> {
  const { page, pageSize } = request;
  const asFile = request.export === 'csv';
  const limit = asFile ? MAX_CSV_LINES : pageSize;
  const offset = asFile ? 0 : (page - 1) * pageSize;
  const { list, total } = await reads.ledgerEntries(uid, { ...filterOf(request), offset, limit });
  const lines = list.map(printLine);
  const pageInfo = {
    page,
    pageSize,
    total,
    hasMore: offset + list.length < total,
    ...(list.length > 0 ? { lastId: list[list.length - 1]!.id } : {}),
  };
  return asFile
    ? { ...pageInfo, list: [], fileName: `records-${uid}.csv`, csv: csvOf(COLUMNS, lines) }
    : { ...pageInfo, list: lines };
}

function filterOf({
  type,
  account,
  coinInfoId,
  lastId,
  startTime,
  endTime,
}: RequestOf<'/user/point/change/log'>): Omit<LedgerFilter, 'offset' | 'limit'> {
  const all = type === '0' || type === 'all';
  const wallet = type === 'spot' || type === 'contract' ? type : account;
  if (account !== undefined && account !== wallet)
    throw new RejectError(CODE.fieldInvalid, { field: 'account', rule: `none beside type ${type}` });
  return {
    wallet,
    coinId: coinInfoId,
    startTime,
    endTime,
    beforeId: lastId,
    ...(all || wallet === type ? {} : { recordType: type }),
  };
}

/** RecordLine of docs/api.md 2.10; `core/proofs/ledger-statement.ts` verifies a run of them. */
function printLine(line: LedgerEntry): WireLine {
  const { id, ts, account, coinInfoId, recordType, units, frozenUnits, available, frozen, refNo, remark } =
    statementEntryOf(line.id, line);
  return {
    id,
    type: recordType,
    account,
    coinInfoId,
    amount: printMoney(units),
    freeze: printMoney(frozenUnits),
    balanceAfter: printMoney(available),
    freezeAfter: printMoney(frozen),
    refNo,
    remark,
    createTime: ts,
    hash: line.hash,
    prev: line.prev,
  };
}
