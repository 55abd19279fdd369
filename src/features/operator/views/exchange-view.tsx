// What holds for the whole exchange: notices, parameters with their history, markets.
import { DESCRIPTION_FIELD, type ListedMarket } from '../../../../core/endpoints/operator-answers.ts';
import { DataTable } from '../data-table.tsx';
import type { OperatorApi } from '../operator-api.ts';
import styles from '../operator.module.css';
import { formatTime } from '../value-text.ts';
import { ActionButton } from './action-button.tsx';

export async function showExchange(api: OperatorApi) {
  const [markets, parameters, history] = await Promise.all([
    api.list('markets'),
    api.list('parameters'),
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
        rows={parameters.map(({ name, value, [DESCRIPTION_FIELD]: description }) => ({ name, value, description }))}
        renderActions={({ name }) => <ActionButton action="parameter.set" label="Set" given={{ name }} />}
      />
      <h2>Changes of parameters</h2>
      <DataTable rows={history.map((row) => ({ ...row, ts: formatTime(row.ts) }))} />
      <h2>Markets</h2>
      <DataTable rows={markets} renderActions={(market) => <MarketActions market={market} />} />
    </>
  );
}

function MarketActions({ market: { coinInfoId, status, delistTime } }: { market: ListedMarket }) {
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
