// The "Kind tips" dialog: an action needs a login; confirming goes to login and back.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { dismissKindTips, kindTips } from '../../stores/ui/login-prompt.ts';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export function KindTips() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = useSignalValue(kindTips);
  return (
    <ConfirmSheet
      open={back !== null}
      title={t('tips.title')}
      text={t('tips.login')}
      confirmLabel={t('app.confirm')}
      cancelLabel={t('app.cancel')}
      closeLabel={t('app.close')}
      onCancel={dismissKindTips}
      onConfirm={() => {
        dismissKindTips();
        void navigate({ to: '/pages/common/login', search: back === null ? {} : { back } });
      }}
    />
  );
}
