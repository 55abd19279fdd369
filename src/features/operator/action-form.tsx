// The form of an action: its fields and the reason, which every action needs.
import { type FormEvent, useState } from 'react';
import type { ActionField } from '../../../core/endpoints/operator-answers.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Disclosure } from '../../ui/fields/disclosure.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import type { Action, FormValues } from './operator-api.ts';
import styles from './operator.module.css';

export interface ActionFormProps {
  action: Action;
  /** Fixed fields. */
  given: FormValues;
  /** What was typed before, when the operator comes back to the form. */
  values: FormValues;
  onCancel: () => void;
  /** Gets the fields that are not empty, and `reason`. */
  onContinue: (values: FormValues) => void;
}

/** Fields of single languages, such as `title.de-DE`, are folded away. */
const isOfOneLanguage = ({ name }: ActionField): boolean => name.includes('.');

function startValues({ fields }: Action, given: FormValues, values: FormValues): FormValues {
  const defaults = fields.map((field) => [field.name, field.default ?? field.choices?.[0] ?? ''] as const);
  return { ...Object.fromEntries(defaults), reason: '', ...given, ...values };
}

export function ActionForm({ action, given, values: typed, onCancel, onContinue }: ActionFormProps) {
  const [values, setValues] = useState(() => startValues(action, given, typed));
  const change = (name: string) => (text: string) => setValues((before) => ({ ...before, [name]: text }));
  const fieldOf = (field: ActionField) => (
    <Field
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      fixed={field.name in given}
      onValue={change(field.name)}
    />
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onContinue(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')));
  };
  const languageFields = action.fields.filter(isOfOneLanguage);
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{action.description}</p>
      {action.fields.filter((field) => !isOfOneLanguage(field)).map(fieldOf)}
      {languageFields.length > 0 && (
        <Disclosure summary="Texts of single languages">
          <div className={styles.form}>{languageFields.map(fieldOf)}</div>
        </Disclosure>
      )}
      <TextField
        label="Reason"
        name="reason"
        value={values['reason'] ?? ''}
        onValue={change('reason')}
        required
        maxLength={200}
      />
      <div className={styles.row}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind="primary">
          Continue
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  field: ActionField;
  value: string;
  fixed: boolean;
  onValue: (text: string) => void;
}

function Field({ field: { name, required, choices }, value, fixed, onValue }: FieldProps) {
  const label = required ? name : `${name} (optional)`;
  if (choices && !fixed)
    return (
      <SelectField
        label={label}
        value={value}
        onValue={onValue}
        choices={choices.map((choice) => ({ key: choice, label: choice }))}
      />
    );
  if (name.startsWith('content'))
    return <TextArea label={label} value={value} required={required} readOnly={fixed} rows={5} onValue={onValue} />;
  return <TextField label={label} name={name} value={value} required={required} readOnly={fixed} onValue={onValue} />;
}
