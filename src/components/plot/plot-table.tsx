// The values of a plot as a table, made when it is opened.
import { useState } from 'react';
import { Disclosure } from '../../ui/fields/disclosure.tsx';
import styles from './plot.module.css';

export interface PlotTableProps {
  /** What opens the table, and the heads of its columns: the time first. */
  summary: string;
  heads: readonly string[];
  /** Number of rows; `row` gives the cells of one, the time first. */
  count: number;
  row: (at: number) => readonly string[];
}

/** Rows of the longest table; of more values every n-th is listed, the last one always. */
const MAX_ROWS = 60;

export function PlotTable({ summary, heads, count, row }: PlotTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure summary={summary} className={styles.values} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {open && (
        <div className={styles.scroller} tabIndex={0} role="group" aria-label={summary}>
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rowsShown(count).map((at) => {
                const [time, ...cells] = row(at);
                return (
                  <tr key={at}>
                    <th scope="row">{time}</th>
                    {cells.map((cell, column) => (
                      <td key={heads[column + 1]}>{cell}</td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Disclosure>
  );
}

/** Indexes of the rows that are listed, newest first. */
export function rowsShown(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / MAX_ROWS));
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => count - 1 - at * step);
}
