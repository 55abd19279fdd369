// Button that opens the platform's file chooser, with the app's own label.
import type { ReactNode } from 'react';
import styles from '../button.module.css';

export interface FileButtonProps {
  /** Id of the input, for a label elsewhere. */
  id?: string | undefined;
  /** File types, as in the `accept` attribute. */
  accept: string;
  invalid?: boolean | undefined;
  /** Called with the chosen file; the same file may be chosen again. */
  onFile: (file: File) => void;
  testId?: string | undefined;
  children: ReactNode;
}

/**
 * The visually hidden input inside the label is reached by keyboard and screen readers; the label is the tap target.
 */
export function FileButton({ id, accept, invalid, onFile, testId, children }: FileButtonProps) {
  return (
    <label className={styles.file}>
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={accept}
        aria-invalid={invalid ? true : undefined}
        data-testid={testId}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <span className={styles.button} data-kind="quiet" data-wide="">
        {children}
      </span>
    </label>
  );
}
