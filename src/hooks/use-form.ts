// A form in use: what is typed, what is wrong with it, and the sending of it; what is refused is said and nothing typed
// is lost.
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import type { Words } from '../locales/languages.ts';
import { errorText } from '../components/common/error-text.ts';

/** Key of the first fault of each field; absent where it is right. */
export type Faults<F> = Partial<Record<keyof F, keyof Words>>;

export interface FormInUse<F> {
  form: F;
  /** Typing takes back what was said of it. */
  change: (part: Partial<F>) => void;
  /** What is wrong with a field, in words. */
  word: (field: keyof F) => string | undefined;
  /** Marks faults that the form alone does not show. */
  fault: (faults: Faults<F>) => void;
  /** What the exchange said against it; '' for nothing. */
  refusal: string;
  busy: boolean;
  submit: (event: FormEvent) => void;
}

/**
 * `judge` finds the faults, `send` makes the call and what follows it; an error it throws is said as `refusal`, unless
 * `answer` has a change of the form for it.
 */
export function useForm<F extends object>(
  start: F,
  judge: (form: F) => Faults<F>,
  send: (form: F) => Promise<void>,
  answer: (error: unknown, form: F) => Partial<F> | null = () => null,
): FormInUse<F> {
  const { t } = useTranslation();
  const [form, setForm] = useState(start);
  const [faults, setFaults] = useState<Faults<F>>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    const found = judge(form);
    setFaults(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    try {
      await send(form);
    } catch (error) {
      const change = answer(error, form);
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
      setFaults({});
      setRefusal('');
    },
    word: (field) => {
      const key = faults[field];
      return key && t(key);
    },
    fault: setFaults,
    submit: (event) => {
      event.preventDefault();
      void run();
    },
  };
}
