// A user by uid or e-mail: the account, the balances, and the actions on them.
import { type FormEvent, useState } from 'react';
import type { FoundUser } from '../../../../core/endpoints/operator-answers.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { DataTable } from '../data-table.tsx';
import { FieldList } from '../field-list.tsx';
import type { OperatorApi } from '../operator-api.ts';
import { type ViewInput, useOperator } from '../operator-context.ts';
import styles from '../operator.module.css';
import { ActionButton } from './action-button.tsx';

/** `who` is the uid or e-mail of the user that was looked up last; '' for none. */
export async function showUsers(api: OperatorApi, { who }: ViewInput) {
  return <UsersView who={who} user={who === '' ? null : await api.call('person', { who })} />;
}

function UsersView({ who, user }: { who: string; user: FoundUser | null }) {
  const { findUser } = useOperator();
  const [typed, setTyped] = useState(who);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    findUser(typed.trim());
  };
  return (
    <>
      <form className={styles.search} onSubmit={submit}>
        <TextField label="uid or e-mail" name="who" value={typed} onValue={setTyped} required />
        <Button type="submit" kind="primary">
          Find
        </Button>
      </form>
      {user && <UserCard user={user} />}
    </>
  );
}

function UserCard({ user: { balances, ...account } }: { user: FoundUser }) {
  const given = { uid: String(account.uid) };
  return (
    <article className={styles.card}>
      <FieldList values={account} />
      <DataTable rows={balances} />
      <div className={styles.row}>
        <ActionButton action={account.status === 'active' ? 'account.freeze' : 'account.unfreeze'} given={given} />
        <ActionButton action="account.score" given={given} />
        <ActionButton action="money.credit" given={given} />
        <ActionButton action="notice.tell" given={given} />
      </div>
    </article>
  );
}
