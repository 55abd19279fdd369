// A button that opens the form of an action; its label is the action's name unless another is given.
import { Button } from '../../../ui/button.tsx';
import type { FormValues } from '../operator-api.ts';
import { useOperator } from '../operator-context.ts';

export interface ActionButtonProps {
  action: string;
  label?: string;
  kind?: 'primary' | 'quiet' | 'down';
  /** Fields that the form has already. */
  given?: FormValues;
}

export function ActionButton({ action, label = action, kind = 'quiet', given = {} }: ActionButtonProps) {
  const { openAction } = useOperator();
  return (
    <Button kind={kind} onClick={() => openAction(action, given)}>
      {label}
    </Button>
  );
}
