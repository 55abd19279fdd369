// Names and values of one record, as a definition list.
import { Fragment } from 'react';
import type { Row } from './operator-api.ts';
import styles from './operator.module.css';
import { valueText } from './value-text.ts';

export function FieldList({ values }: { values: Row }) {
  return (
    <dl className={styles.fields}>
      {Object.entries(values).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{valueText(name, value)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
