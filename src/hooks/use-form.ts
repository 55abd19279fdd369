// State of a form: values, validation errors, submission. A refused submission keeps the values.
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import type { Texts } from '../locales/namespaces.ts';
import { errorText } from '../components/common/error-text.ts';
import { type Restoring, useRestoredState } from './use-restored-state.ts';

/** Message key of the first error of each field; absent or undefined where the field is valid. */
export type FieldErrors<F> = { [K in keyof F]?: keyof Texts | undefined };

/** A value that takes time, such as a picture that is made smaller: begun, there, or given up. */
export type FieldWork = 'begun' | 'done' | 'failed';

export interface FormState<F> {
  form: F;
  /** Changes fields and clears all errors. */
  change: (part: Partial<F>) => void;
  /** A field's value is being made: a submission waits for it. One that is given up ends the wait. */
  onWork: (field: keyof F, work: FieldWork) => void;
  /** Whether a value is being made. */
  working: boolean;
  /** Translated error of a field. */
  errorOf: (field: keyof F) => string | undefined;
  /** Sets errors that the values alone do not show. */
  setErrors: (errors: FieldErrors<F>) => void;
  /** Why the exchange refused the submission, translated; '' for no refusal. */
  refusal: string;
  /** Sent, or waiting for values that are being made. */
  busy: boolean;
  submit: (event: FormEvent) => void;
}

interface FormOptions<F> {
  /** A change of the form for an error of `send`, which then is no refusal. */
  recover?: (error: unknown, form: F) => Partial<F> | null;
  /** How the values are restored, until they are sent. */
  restored?: Restoring;
}

/**
 * `validate` checks the values, `send` makes the call and what follows it. An error thrown by `send` is shown as
 * `refusal`.
 */
export function useForm<F extends object>(
  start: F,
  validate: (form: F) => FieldErrors<F>,
  send: (form: F) => Promise<void>,
  { recover, restored = { name: null } }: FormOptions<F> = {},
): FormState<F> {
  const { t } = useTranslation();
  const [form, setForm, forget] = useRestoredState(restored, start);
  const [errors, setErrors] = useState<FieldErrors<F>>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  /** Fields whose values are being made, and their number for the next render. */
  const making = useRef(new Set<keyof F>());
  const [working, setWorking] = useState(0);
  const [waits, setWaits] = useState(false);
  /** Set at once: a second press may come before React has rendered `busy`. */
  const sending = useRef(false);
  const run = async (): Promise<void> => {
    if (sending.current) return;
    const found = validate(form);
    for (const field of making.current) delete found[field];
    setErrors(found);
    const valid = Object.values(found).every((error) => error === undefined);
    setWaits(valid && making.current.size > 0);
    if (!valid || making.current.size > 0) return;
    sending.current = true;
    setBusy(true);
    try {
      await send(form);
      forget();
    } catch (error) {
      const change = recover?.(error, form);
      if (change) setForm((before) => ({ ...before, ...change }));
      else setRefusal(errorText(error, t));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const resume = useEffectEvent(run);
  useEffect(() => {
    if (waits && working === 0) queueMicrotask(() => void resume());
  }, [waits, working]);
  return {
    form,
    refusal,
    busy: busy || waits,
    working: working > 0,
    change: (part) => {
      setForm((before) => ({ ...before, ...part }));
      setErrors({});
      setRefusal('');
      // Typed meanwhile: what is half typed is not sent.
      if (Object.keys(part).some((field) => !making.current.has(field as keyof F))) setWaits(false);
    },
    onWork: (field, work) => {
      if (work === 'begun') making.current.add(field);
      else making.current.delete(field);
      setWorking(making.current.size);
      if (work === 'failed') setWaits(false);
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
