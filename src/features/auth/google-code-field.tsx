// Six digits of an authenticator app.
import { useTranslation } from '../../i18n/use-translation.ts';
import { TextField } from '../../ui/text-field.tsx';

export function GoogleCodeField({ value, onValue, error }: { value: string; onValue: (code: string) => void; error?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('auth.googleCode')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      dir="ltr"
      value={value}
      onValue={(code) => onValue(code.replace(/\D/g, ''))}
      error={error}
      data-testid="google-code"
    />
  );
}
