// A button that opens the platform's chooser of files: its words are the app's, not the browser's.
import type { ReactNode } from 'react';
import styles from '../button.module.css';

export interface FileButtonProps {
  /** Of the input, for a label that stands elsewhere. */
  id?: string | undefined;
  /** Kinds of files, as `accept` takes them. */
  accept: string;
  /** Which camera a phone offers first; without it, its files. */
  capture?: 'user' | 'environment' | undefined;
  invalid?: boolean | undefined;
  /** Told of the file that was chosen; the same one may be chosen again. */
  onFile: (file: File) => void;
  testId?: string | undefined;
  children: ReactNode;
}

/** The input stands unseen inside its label: keys and screen readers meet it, a finger meets the button. */
export function FileButton({ id, accept, capture, invalid, onFile, testId, children }: FileButtonProps) {
  return (
    <label className={styles.file}>
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={accept}
        capture={capture}
        aria-invalid={invalid ? true : undefined}
        data-testid={testId}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <span className={styles.button} data-kind="quiet">
        {children}
      </span>
    </label>
  );
}
