// The review queues: identities, resets of authenticators, deposits, withdrawals.
import { useEffect, useState } from 'react';
import type { ReviewItem } from '../../../../core/endpoints/operator-answers.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldList } from '../field-list.tsx';
import type { OperatorApi } from '../operator-api.ts';
import { useOperator } from '../operator-context.ts';
import styles from '../operator.module.css';
import { ActionButton } from './action-button.tsx';

/** Actions of each queue, and the field that names the item in them. */
const QUEUES = {
  kyc: { pass: 'kyc.pass', fail: 'kyc.fail', field: 'uid' },
  reset: { pass: 'reset.pass', fail: 'reset.fail', field: 'uid' },
  deposit: { pass: 'deposit.approve', fail: 'deposit.refuse', field: 'id' },
  withdraw: { pass: 'withdraw.approve', fail: 'withdraw.refuse', field: 'id' },
} as const;
type QueueName = keyof typeof QUEUES;

interface Picture {
  name: string;
  /** A blob URL. */
  url: string;
}

/** An item as it was looked at: with all facts. */
interface Looked extends Omit<ReviewItem, 'pictures'> {
  pictures: readonly Picture[];
}

export async function showQueues(api: OperatorApi) {
  const names = Object.keys(QUEUES) as QueueName[];
  const queues = await Promise.all(
    names.map(async (name) => ({ name, items: await api.list('queue', { queue: name }) })),
  );
  return queues.map(({ name, items }) => <Queue key={name} name={name} items={items} />);
}

function Queue({ name, items }: { name: QueueName; items: readonly ReviewItem[] }) {
  return (
    <section>
      <h2>{`${name} (${items.length})`}</h2>
      {items.length === 0 && <p>Nothing waits.</p>}
      {items.map((item) => (
        <Item key={item.id} queue={name} item={item} />
      ))}
    </section>
  );
}

function Item({ queue, item }: { queue: QueueName; item: ReviewItem }) {
  const { api, run } = useOperator();
  const [looked, setLooked] = useState<Looked | null>(null);
  useEffect(() => () => looked?.pictures.forEach(({ url }) => URL.revokeObjectURL(url)), [looked]);
  const { id, facts } = looked ?? item;
  const { pass, fail, field } = QUEUES[queue];
  // A decision is about the form that is shown.
  const given = { [field]: String(id), ...('submitTime' in facts && { submitTime: String(facts['submitTime']) }) };
  const load = async (): Promise<void> => {
    const found = await api.call('item', { queue, id });
    const pictures = Object.entries(found.pictures).map(([name, data]) => ({
      name,
      url: URL.createObjectURL(blobOf(data)),
    }));
    setLooked({ ...found, pictures });
  };
  return (
    <article className={styles.card}>
      <h3>{`${queue} ${id}`}</h3>
      <FieldList values={facts} />
      {looked === null ? (
        <Button onClick={() => run(load)}>Look</Button>
      ) : (
        looked.pictures.map(({ name, url }) => (
          <figure key={name} className={styles.picture}>
            <img src={url} alt={name} />
            <figcaption>{name}</figcaption>
          </figure>
        ))
      )}
      <div className={styles.row}>
        <ActionButton action={pass} kind="primary" given={given} />
        <ActionButton action={fail} kind="down" given={given} />
      </div>
    </article>
  );
}

/** `data` is written as in a form field: "image/jpeg;base64url,...". */
function blobOf(data: string): Blob {
  const [type = '', base64 = ''] = data.split(';base64url,');
  const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
  return new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))], { type });
}
