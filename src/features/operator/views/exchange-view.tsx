// What holds for the whole exchange: notices, parameters with their history, markets.
import { DataTable } from '../data-table.tsx';
import type { OperatorApi, Row } from '../operator-api.ts';
import styles from '../operator.module.css';
import { formatTime } from '../value-text.ts';
import { ActionButton } from './action-button.tsx';

interface Market extends Row {
  coinInfoId: number;
  status: string;
  /** Announced end of the market; absent or null for none. */
  delistTime?: number | null;
}

interface Parameter extends Row {
  name: string;
}

export async function showExchange(api: OperatorApi) {
  const [markets, parameters, history] = await Promise.all([
    api.list<Market>('markets'),
    api.list<Parameter>('parameters'),
    api.list('history'),
  ]);
  return (
    <>
      <h2>Notices</h2>
      <div className={styles.row}>
        <ActionButton action="notice.announce" />
        <ActionButton action="notice.tell" />
      </div>
      <h2>Parameters</h2>
      <DataTable
        rows={parameters.map((parameter) => ({
          name: parameter.name,
          value: parameter['value'],
          description: parameter['says'],
        }))}
        renderActions={({ name }) => <ActionButton action="parameter.set" label="Set" given={{ name }} />}
      />
      <h2>Changes of parameters</h2>
      <DataTable rows={history.map((row) => ({ ...row, ts: formatTime(row['ts']) }))} />
      <h2>Markets</h2>
      <DataTable rows={markets} renderActions={(market) => <MarketActions market={market} />} />
    </>
  );
}

function MarketActions({ market: { coinInfoId, status, delistTime } }: { market: Market }) {
  if (status === 'delisted') return null;
  const given = { coinInfoId: String(coinInfoId) };
  return (
    <div className={styles.row}>
      <ActionButton action="market.status" label="Set" given={given} />
      <ActionButton action="market.delist" label="Delist" given={given} />
      {delistTime ? <ActionButton action="market.keep" label="Keep" given={given} /> : null}
    </div>
  );
}
