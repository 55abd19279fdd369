// Field for a six-digit code from mail or an authenticator.
import type { ReactNode } from 'react';
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
      maxLength={6}
      dir="ltr"
      onValue={(code) => onValue(code.replace(/\D/g, ''))}
      data-testid={testId}
    />
  );
}
