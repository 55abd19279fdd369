// The dialog "Kind tips": an action needs a login; confirming goes to login and back.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { loginPrompt } from '../../stores/ui/login-prompt.ts';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

interface LoginPromptProps {
  open: boolean;
  onClose: () => void;
}

export function LoginPrompt({ open, onClose }: LoginPromptProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = useSignalValue(loginPrompt);
  return (
    <ConfirmSheet
      open={open}
      title={t('tips.title')}
      text={t('tips.login')}
      confirmLabel={t('app.confirm')}
      cancelLabel={t('app.cancel')}
      closeLabel={t('app.close')}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void navigate({ to: '/pages/common/login', search: back === null ? {} : { back } });
      }}
    />
  );
}
