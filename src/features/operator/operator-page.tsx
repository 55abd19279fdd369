// The operator's page: login, the tabs with their views, the dialog of actions, the status line.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ActionResult, HealthFigures, Operator, PendingAction } from '../../../core/endpoints/operator-answers.ts';
import { errorMessage } from '../../../core/errors/error-message.ts';
import { randomId } from '../../lib/random-id.ts';
import { Button } from '../../ui/button.tsx';
import { JoinForm, LoginForm, TokenForm } from './login-forms.tsx';
import type { Action, FormValues, OperatorApi } from './operator-api.ts';
import { type DialogStep, OperatorContext, type OperatorContextValue, type ViewInput } from './operator-context.ts';
import { OperatorDialog } from './operator-dialog.tsx';
import styles from './operator.module.css';
import { OWNER_VIEWS, VIEWS, type ViewName } from './views/views.ts';

export interface OperatorPageProps {
  api: OperatorApi;
  /** What the address carried: the owner's token, or an invitation. */
  link: { token: string | null; invite: string | null };
}

interface Session {
  me: Operator;
  actions: ReadonlyMap<string, Action>;
  views: readonly ViewName[];
  /** The first view, loaded. */
  first: ReactNode;
}

interface Message {
  text: string;
  good: boolean;
}

const NO_MESSAGE: Message = { text: '', good: true };

async function openSession(api: OperatorApi, onHealth: ViewInput['onHealth']): Promise<Session> {
  const me = await api.call('me');
  const actions = await api.actions();
  const views = me.role === 'owner' ? OWNER_VIEWS : (Object.keys(VIEWS) as ViewName[]);
  if (me.role !== 'owner') onHealth(await api.call('health'));
  return { me, actions, views, first: await VIEWS[views[0]!](api, { who: '', onHealth }) };
}

export function OperatorPage({ api, link }: OperatorPageProps) {
  const [session, setSession] = useState<Session | null>(null);
  const [invitation, setInvitation] = useState<{ name: string; secret: string } | null>(null);
  const [message, setMessage] = useState(NO_MESSAGE);
  const [health, setHealth] = useState<HealthFigures | null>(null);

  const run = (task: () => Promise<void>): void => {
    task().catch((cause: unknown) => setMessage({ text: errorMessage(cause), good: false }));
  };
  const enter = async (token: string): Promise<void> => {
    api.authorize(token);
    setSession(await openSession(api, setHealth));
  };
  const submit = (task: (values: FormValues) => Promise<void>) => (values: FormValues) => {
    setMessage(NO_MESSAGE);
    run(() => task(values));
  };
  const logIn = async (call: 'login' | 'join', values: FormValues): Promise<void> =>
    enter((await api.call(call, values)).session);

  // A page that is loaded again holds nothing of the session.
  const logOut = (): void =>
    run(async () => {
      await api.call('logout');
      location.reload();
    });

  const linkRead = useRef(false);
  useEffect(() => {
    if (linkRead.current) return;
    linkRead.current = true;
    const { token, invite } = link;
    if (token !== null) run(() => enter(token));
    else if (invite !== null) run(async () => setInvitation(await api.call('invitation', { invite })));
  });

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Operator</h1>
        <span>{session && `${session.me.name} · ${session.me.role}`}</span>
        {session && <Button onClick={logOut}>Log out</Button>}
        <span id="pulse" className={health?.ok ? styles.good : styles.bad}>
          {health && `${health.ok ? 'sound' : 'NOT SOUND'} · seq ${health.seq}`}
        </span>
      </header>
      {session === null && invitation === null && (
        <>
          <LoginForm onSubmit={submit((values) => logIn('login', values))} />
          <TokenForm onSubmit={submit(({ token = '' }) => enter(token))} />
        </>
      )}
      {session === null && invitation !== null && (
        <JoinForm
          {...invitation}
          onSubmit={submit((values) => logIn('join', { ...values, invite: link.invite ?? '' }))}
        />
      )}
      {session === null ? (
        <StatusLine message={message} />
      ) : (
        <Views api={api} session={session} message={message} setMessage={setMessage} setHealth={setHealth} run={run} />
      )}
    </div>
  );
}

function StatusLine({ message }: { message: Message }) {
  return (
    <p role="status" className={message.good ? styles.good : styles.bad}>
      {message.text}
    </p>
  );
}

interface ViewsProps {
  api: OperatorApi;
  session: Session;
  message: Message;
  setMessage: (message: Message) => void;
  setHealth: (health: HealthFigures) => void;
  run: OperatorContextValue['run'];
}

/** The view that was chosen last, and what it showed when it was loaded. */
function useShownView(api: OperatorApi, { views, first }: Session, onHealth: ViewInput['onHealth']) {
  const [name, setName] = useState(views[0]!);
  const [shown, setShown] = useState(first);
  const [busy, setBusy] = useState(false);
  /** An answer for a view that is no longer chosen comes too late. */
  const chosen = useRef(name);
  const lastUser = useRef('');

  const show = async (view: ViewName): Promise<void> => {
    chosen.current = view;
    setName(view);
    setBusy(true);
    try {
      const node = await VIEWS[view](api, { who: lastUser.current, onHealth });
      if (chosen.current === view) setShown(node);
    } finally {
      if (chosen.current === view) setBusy(false);
    }
  };
  /** Loads the view again, for another user where one is given. */
  const refresh = (who = lastUser.current): Promise<void> => {
    lastUser.current = who;
    return show(chosen.current);
  };
  return { name, shown, busy, show, refresh };
}

function Views({ api, session, message, setMessage, setHealth, run }: ViewsProps) {
  const { me, actions, views } = session;
  const { name, shown, busy, show, refresh } = useShownView(api, session, setHealth);
  const [step, setStep] = useState<DialogStep | null>(null);

  const findUser = (who: string): void => {
    setMessage(NO_MESSAGE);
    run(() => refresh(who));
  };

  /** After an action: the dialog closes, the view is loaded again, the status line shows what was done. */
  const finish = (result: ActionResult, text: string): void => {
    const { name: invited = '', invite } = result;
    setStep(invite === undefined ? null : { kind: 'invitation', name: invited, invite });
    if (invite === undefined) setMessage({ text, good: true });
    run(refresh);
  };
  const sendAction = async (form: Extract<DialogStep, { kind: 'form' }>, values: FormValues): Promise<void> => {
    const { action, requestId } = form;
    const result = await api.call('act', { ...values, action: action.name, requestId });
    const details = Object.keys(result).length > 0 ? ` ${JSON.stringify(result)}` : '';
    finish(
      result,
      result.waiting ? `${action.name} waits for a second operator.` : `${action.name} is done.${details}`,
    );
  };
  const openDecision = (verb: 'approve' | 'decline', pending: PendingAction): void => {
    const { action, requestId, operator, reason, input, facts } = pending;
    const values = verb === 'approve' ? { operator, reason, ...(JSON.parse(input) as FormValues), ...facts } : {};
    const confirm = async (): Promise<void> =>
      finish(await api.call(verb, { requestId }), verb === 'approve' ? `${action} is done.` : `${action} is declined.`);
    setStep({ kind: 'confirm', title: `${verb} ${action}: are you sure?`, values, back: null, confirm });
  };
  const openAction = (action: string, given: FormValues = {}): void => {
    const known = actions.get(action);
    if (known) setStep({ kind: 'form', action: known, requestId: randomId(), given, values: {} });
    else setMessage({ text: `Your role may not do ${action}.`, good: false });
  };

  return (
    <OperatorContext value={{ api, me, actions, findUser, openAction, openDecision, run, refresh }}>
      <div className={styles.bar}>
        <ViewTabs
          views={views}
          chosen={name}
          onChoose={(view) => {
            setMessage(NO_MESSAGE);
            run(() => show(view));
          }}
        />
        <StatusLine message={message} />
      </div>
      <main aria-busy={busy ? true : undefined}>{shown}</main>
      <OperatorDialog step={step} onStep={setStep} onAction={sendAction} />
    </OperatorContext>
  );
}

interface ViewTabsProps {
  views: readonly ViewName[];
  chosen: ViewName;
  onChoose: (view: ViewName) => void;
}

function ViewTabs({ views, chosen, onChoose }: ViewTabsProps) {
  return (
    <nav className={styles.tabs} aria-label="Views">
      {views.map((view) => (
        <Button
          key={view}
          kind={view === chosen ? 'primary' : 'quiet'}
          aria-current={view === chosen ? 'page' : undefined}
          onClick={() => onChoose(view)}
        >
          {view}
        </Button>
      ))}
    </nav>
  );
}
