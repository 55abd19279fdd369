// Field for the code of an authenticator app. Its texts are in the namespace `account`.
import { useTranslation } from '../../locales/use-translation.ts';
import { SixDigitsField } from '../../ui/fields/six-digits-field.tsx';

export function GoogleCodeField({
  value,
  onValue,
  error,
}: {
  value: string;
  onValue: (code: string) => void;
  error?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <SixDigitsField label={t('auth.googleCode')} value={value} onValue={onValue} error={error} testId="google-code" />
  );
}
