// The three ways in: an account, the owner's token, an invitation that sets an account up.
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Disclosure } from '../../ui/fields/disclosure.tsx';
import type { FormValues } from './operator-api.ts';
import styles from './operator.module.css';

interface LoginFormProps {
  /** Rejects when the server refuses; the form then keeps what was typed. */
  onSubmit: (values: FormValues) => void;
}

/** A form whose fields are state; all but the password are trimmed when it is sent. */
function useFields<K extends string>(names: readonly K[], onSubmit: (values: Record<K, string>) => void) {
  const [values, setValues] = useState(() => Object.fromEntries(names.map((name) => [name, ''])) as Record<K, string>);
  return {
    field: (name: K) => ({
      name,
      value: values[name],
      onValue: (text: string) => setValues((before) => ({ ...before, [name]: text })),
      required: true,
    }),
    submit: (event: FormEvent): void => {
      event.preventDefault();
      const entries = names.map((name) => [name, name === 'password' ? values[name] : values[name].trim()]);
      onSubmit(Object.fromEntries(entries) as Record<K, string>);
    },
  };
}

const CODE = {
  label: 'Authenticator code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  pattern: '\\d{6}',
} as const;

function Form({ onSubmit, children }: { onSubmit: (event: FormEvent) => void; children: ReactNode }) {
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {children}
    </form>
  );
}

export function LoginForm({ onSubmit }: LoginFormProps) {
  const { field, submit } = useFields(['name', 'password', 'code'], onSubmit);
  return (
    <Form onSubmit={submit}>
      <TextField {...field('name')} label="Name" autoComplete="username" maxLength={40} />
      <TextField
        {...field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={100}
      />
      <TextField {...field('code')} {...CODE} />
      <Button type="submit" kind="primary">
        Log in
      </Button>
    </Form>
  );
}

export function TokenForm({ onSubmit }: LoginFormProps) {
  const { field, submit } = useFields(['token'], onSubmit);
  return (
    <Disclosure summary="With the owner's token">
      <Form onSubmit={submit}>
        <p>
          <code>npm run operator -- token</code> prints it on the machine of the exchange. It sets up the first two
          admins; in demo mode it may do everything until then.
        </p>
        <TextField {...field('token')} label="Token" type="password" autoComplete="off" />
        <Button type="submit">Enter</Button>
      </Form>
    </Disclosure>
  );
}

export interface JoinFormProps extends LoginFormProps {
  name: string;
  /** For the authenticator, in base32. */
  secret: string;
}

export function JoinForm({ name, secret, onSubmit }: JoinFormProps) {
  const { field, submit } = useFields(['password', 'code'], onSubmit);
  return (
    <Form onSubmit={submit}>
      <h2>Your account {name}</h2>
      <p>
        Enter this secret into your authenticator: <code>{secret}</code>
      </p>
      <TextField
        {...field('password')}
        label="New password, at least 12 characters"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={100}
      />
      <TextField {...field('code')} {...CODE} />
      <Button type="submit" kind="primary">
        Set it up
      </Button>
    </Form>
  );
}
