// The accounts of the operators, and who may change them.
import type { OperatorAccount } from '../../../../core/endpoints/operator-answers.ts';
import { DataTable } from '../data-table.tsx';
import type { OperatorApi } from '../operator-api.ts';
import { useOperator } from '../operator-context.ts';
import styles from '../operator.module.css';
import { formatTime } from '../value-text.ts';
import { ActionButton } from './action-button.tsx';

const ACTIONS = ['operator.role', 'operator.reset', 'operator.end'];

export async function showOperators(api: OperatorApi) {
  return <OperatorsView accounts={await api.list('operators')} />;
}

function OperatorsView({ accounts }: { accounts: readonly OperatorAccount[] }) {
  const { actions } = useOperator();
  const rows = accounts.map(({ heldUntil, createTime, ...account }) => ({
    ...account,
    heldUntil: formatTime(heldUntil),
    createTime: formatTime(createTime),
  }));
  return (
    <>
      {actions.has('operator.invite') && (
        <div className={styles.row}>
          <ActionButton action="operator.invite" />
        </div>
      )}
      <DataTable rows={rows} renderActions={({ name }) => <AccountActions name={name} />} />
    </>
  );
}

function AccountActions({ name }: { name: string }) {
  const { actions } = useOperator();
  return (
    <div className={styles.row}>
      {ACTIONS.filter((action) => actions.has(action)).map((action) => (
        <ActionButton key={action} action={action} given={{ name }} />
      ))}
    </div>
  );
}
