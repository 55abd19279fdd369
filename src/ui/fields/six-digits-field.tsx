// Field for a six-digit code from mail or an authenticator.
import { type ReactNode, useState } from 'react';
import { latinDigit } from './decimal-input.ts';
import { TextField } from './text-field.tsx';

export interface SixDigitsFieldProps {
  label: string;
  value: string;
  onValue: (code: string) => void;
  error?: string | undefined;
  trailing?: ReactNode;
  testId: string;
}

export function SixDigitsField({ value, onValue, testId, ...field }: SixDigitsFieldProps) {
  // Written over before an input method has finished, its text would be put in again.
  const [composed, setComposed] = useState<string | null>(null);
  return (
    <TextField
      {...field}
      value={composed ?? value}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      onValue={(text) => {
        if (composed !== null) setComposed(text);
        onValue(digitsOf(text));
      }}
      onCompositionStart={() => setComposed(value)}
      onCompositionEnd={() => setComposed(null)}
      data-testid={testId}
    />
  );
}

/**
 * The first six digits of any script, in Latin ones: apps and mails write a code in groups, and a limit of the input
 * itself would cut off its last digit when it is pasted.
 */
function digitsOf(text: string): string {
  return [...text].map(latinDigit).join('').replace(/\D/g, '').slice(0, 6);
}
