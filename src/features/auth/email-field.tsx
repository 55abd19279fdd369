// The email field of the account forms.
import { useTranslation } from '../../locales/use-translation.ts';
import { TextField } from '../../ui/fields/text-field.tsx';

export function EmailField({
  value,
  onValue,
  error,
}: {
  value: string;
  onValue: (email: string) => void;
  error?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('auth.email')}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      dir="ltr"
      value={value}
      onValue={onValue}
      error={error}
      data-testid="email"
    />
  );
}
