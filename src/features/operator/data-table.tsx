// Rows of the same fields as a table that scrolls sideways on a phone.
import type { ReactNode } from 'react';
import type { Row } from './operator-api.ts';
import styles from './operator.module.css';

export interface DataTableProps<R extends Row> {
  rows: readonly R[];
  /** Content of a last cell: the buttons of a row. */
  renderActions?: (row: R) => ReactNode;
}

export function DataTable<R extends Row>({ rows, renderActions }: DataTableProps<R>) {
  const [first] = rows;
  if (first === undefined) return <p>None.</p>;
  const names = Object.keys(first);
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name}>{name}</th>
            ))}
            {renderActions && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no common id, and are replaced as a whole
            <tr key={index}>
              {names.map((name) => (
                <td key={name}>{String(row[name])}</td>
              ))}
              {renderActions && <td>{renderActions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
