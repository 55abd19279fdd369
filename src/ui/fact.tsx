// A name and its value in a description list.
import type { ComponentProps } from 'react';

export interface FactProps extends ComponentProps<'dd'> {
  label: string;
}

/** What else is given goes to the element of the value. */
export function Fact({ label, ...value }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd {...value} />
    </div>
  );
}
