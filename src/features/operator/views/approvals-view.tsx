// Actions that wait for a second operator: approve or decline, or withdraw one's own.
import type { PendingAction } from '../../../../core/endpoints/operator-answers.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldList } from '../field-list.tsx';
import type { OperatorApi, Row } from '../operator-api.ts';
import { useOperator } from '../operator-context.ts';
import styles from '../operator.module.css';

export async function showApprovals(api: OperatorApi) {
  const pending = await api.list('waiting');
  if (pending.length === 0) return <p>Nothing waits for a second operator.</p>;
  return pending.map((one) => <Pending key={one.requestId} pending={one} />);
}

function Pending({ pending }: { pending: PendingAction }) {
  const { me, openDecision } = useOperator();
  const { ts, operator, action, input, reason, facts } = pending;
  const own = operator === me.name;
  return (
    <article className={styles.card}>
      <h3>{action}</h3>
      <FieldList values={{ ts, operator, reason, ...(JSON.parse(input) as Row), ...facts }} />
      <div className={styles.row}>
        {!own && (
          <Button kind="primary" onClick={() => openDecision('approve', pending)}>
            Approve
          </Button>
        )}
        <Button kind="down" onClick={() => openDecision('decline', pending)}>
          {own ? 'Withdraw' : 'Decline'}
        </Button>
      </div>
    </article>
  );
}
