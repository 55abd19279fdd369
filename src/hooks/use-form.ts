// State of a form: values, validation errors, submission. A refused submission keeps the values.
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import type { Texts } from '../locales/namespaces.ts';
import { errorText } from '../components/common/error-text.ts';

/** Message key of the first error of each field; absent where the field is valid. */
export type FieldErrors<F> = Partial<Record<keyof F, keyof Texts>>;

export interface FormState<F> {
  form: F;
  /** Changes fields and clears all errors. */
  change: (part: Partial<F>) => void;
  /** Translated error of a field. */
  errorOf: (field: keyof F) => string | undefined;
  /** Sets errors that the values alone do not show. */
  setErrors: (errors: FieldErrors<F>) => void;
  /** Why the exchange refused the submission, translated; '' for no refusal. */
  refusal: string;
  busy: boolean;
  submit: (event: FormEvent) => void;
}

/**
 * `judge` validates the values, `send` makes the call and what follows it. An error thrown by `send` is shown as
 * `refusal`, unless `answer` returns a change of the form for it.
 */
export function useForm<F extends object>(
  start: F,
  validate: (form: F) => FieldErrors<F>,
  send: (form: F) => Promise<void>,
  recover: (error: unknown, form: F) => Partial<F> | null = () => null,
): FormState<F> {
  const { t } = useTranslation();
  const [form, setForm] = useState(start);
  const [errors, setErrors] = useState<FieldErrors<F>>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    const found = validate(form);
    setErrors(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    try {
      await send(form);
    } catch (error) {
      const change = recover(error, form);
      if (change) setForm((before) => ({ ...before, ...change }));
      else setRefusal(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return {
    form,
    refusal,
    busy,
    change: (part) => {
      setForm((before) => ({ ...before, ...part }));
      setErrors({});
      setRefusal('');
    },
    errorOf: (field) => {
      const key = errors[field];
      return key && t(key);
    },
    setErrors,
    submit: (event) => {
      event.preventDefault();
      void run();
    },
  };
}
