// The health of the process: its queues, its store, its sockets, and whether the ledger sums up.
import { Button } from '../../../ui/button.tsx';
import { FieldList } from '../field-list.tsx';
import type { HealthFigures, OperatorApi } from '../operator-api.ts';
import { type ViewInput, useOperator } from '../operator-context.ts';

export async function showHealth(api: OperatorApi, { onHealth }: ViewInput) {
  const health = await api.call<HealthFigures>('health');
  onHealth(health);
  return <HealthView health={health} />;
}

function HealthView({ health }: { health: HealthFigures }) {
  const { refresh, run } = useOperator();
  return (
    <>
      <FieldList values={health} />
      <Button onClick={() => run(refresh)}>Refresh</Button>
    </>
  );
}
