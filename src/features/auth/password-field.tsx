// A password field with a button that shows the password.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

export interface PasswordFieldProps {
  label: string;
  value: string;
  onValue: (text: string) => void;
  /** The HTML autocomplete hint for password managers. */
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  hint?: string | undefined;
  testId: string;
}

export function PasswordField({ testId, ...field }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      maxLength={200}
      autoCapitalize="none"
      spellCheck={false}
      data-testid={testId}
      trailing={
        <IconButton
          label={`${t(shown ? 'auth.hidePassword' : 'auth.showPassword')}: ${field.label}`}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} size={20} />
        </IconButton>
      }
    />
  );
}
