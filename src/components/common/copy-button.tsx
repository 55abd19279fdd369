// Button that copies a text to the clipboard and confirms it.
import { useTranslation } from '../../locales/use-translation.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';

export interface CopyButtonProps {
  text: string;
  label?: string | undefined;
  /** What it copies, where more than one can be copied: part of its accessible name. */
  of?: string | undefined;
}

export function CopyButton({ text, label, of }: CopyButtonProps) {
  const { t } = useTranslation();
  const copy = (): void => {
    const done = (): void => showToast(t('app.copied'), 'success');
    // Without a secure context there is no clipboard; the user has to select the text.
    if (!navigator.clipboard) return showToast(t('app.copyByHand'), 'error');
    navigator.clipboard.writeText(text).then(done, () => showToast(t('app.copyByHand'), 'error'));
  };
  return (
    <Button small aria-label={of && `${t('app.copy')}: ${of}`} onClick={copy}>
      {label ?? t('app.copy')}
    </Button>
  );
}
