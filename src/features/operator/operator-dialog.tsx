// The dialog of an action: its form, the confirmation, and an invitation when the action makes one.
import { useState } from 'react';
import { errorMessage } from '../../../core/errors/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { ActionForm } from './action-form.tsx';
import { FieldList } from './field-list.tsx';
import type { FormValues } from './operator-api.ts';
import type { DialogStep } from './operator-context.ts';
import styles from './operator.module.css';

type FormStep = Extract<DialogStep, { kind: 'form' }>;
type ConfirmStep = Extract<DialogStep, { kind: 'confirm' }>;
type InvitationStep = Extract<DialogStep, { kind: 'invitation' }>;

export interface OperatorDialogProps {
  /** Null: closed. */
  step: DialogStep | null;
  onStep: (step: DialogStep | null) => void;
  /** Sends a filled-in form after it is confirmed. */
  onAction: (step: FormStep, values: FormValues) => Promise<void>;
}

export function OperatorDialog({ step, onStep, onAction }: OperatorDialogProps) {
  const close = (): void => onStep(null);
  const confirmAction = (form: FormStep, values: FormValues): void => {
    const title = `${form.action.name}: are you sure?`;
    onStep({ kind: 'confirm', title, values, back: { ...form, values }, confirm: () => onAction(form, values) });
  };
  return (
    <Sheet open={step !== null} onClose={close} title={titleOf(step)} closeLabel="Close">
      {step?.kind === 'form' && (
        <ActionForm {...step} onCancel={close} onContinue={(values) => confirmAction(step, values)} />
      )}
      {step?.kind === 'confirm' && <Confirmation step={step} onBack={() => onStep(step.back)} />}
      {step?.kind === 'invitation' && <Invitation step={step} onClose={close} />}
    </Sheet>
  );
}

function titleOf(step: DialogStep | null): string {
  switch (step?.kind) {
    case 'form':
      return step.action.name;
    case 'confirm':
      return step.title;
    case 'invitation':
      return `Invitation of ${step.name}`;
    default:
      return '';
  }
}

function Confirmation({ step, onBack }: { step: ConfirmStep; onBack: () => void }) {
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await step.confirm();
    } catch (cause) {
      setError(errorMessage(cause));
      setBusy(false);
    }
  };
  return (
    <div className={styles.form}>
      <FieldList values={step.values} />
      <p role="alert" className={styles.bad}>
        {error}
      </p>
      <div className={styles.row}>
        <Button onClick={onBack}>Back</Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opened for this answer */}
        <Button kind="down" autoFocus busy={busy} onClick={() => void confirm()}>
          Do it
        </Button>
      </div>
    </div>
  );
}

/** The server stores the hash of an invitation alone, so its link is shown once. */
function Invitation({ step, onClose }: { step: InvitationStep; onClose: () => void }) {
  return (
    <div className={styles.form}>
      <p>Give this link to {step.name} over a safe channel. It is shown once and is valid for a day.</p>
      <pre className={styles.link}>{`${window.location.origin}/ops#invite=${step.invite}`}</pre>
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
