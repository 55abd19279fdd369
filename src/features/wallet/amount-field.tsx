// The amount of a coin, with a button for all that there is.
import { printMoney, type Units } from '../../../core/units/units.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField, type NumberFieldProps } from '../../ui/fields/number-field.tsx';

export interface AmountFieldProps extends Pick<NumberFieldProps, 'value' | 'onValue' | 'error' | 'testId'> {
  available: Units;
}

export function AmountField({ available, onValue, ...field }: AmountFieldProps) {
  const { t } = useTranslation();
  return (
    <NumberField
      label={t('wallet.amount')}
      onValue={onValue}
      suffix={
        <Button kind="ghost" small onClick={() => onValue(printMoney(available))}>
          {t('wallet.all')}
        </Button>
      }
      {...field}
    />
  );
}
