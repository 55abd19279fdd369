// Field for a six-digit code from mail or an authenticator.
import type { ReactNode } from 'react';
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

export function SixDigitsField({ onValue, testId, ...field }: SixDigitsFieldProps) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      onValue={(text) => onValue(digitsOf(text))}
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
