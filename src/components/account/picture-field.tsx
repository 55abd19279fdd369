// Field for a picture from camera or files: shrunk, checked for blur, previewed.
// Its texts are in the namespace `account`.
import { useId, useRef, useState } from 'react';
import type { FieldWork } from '../../hooks/use-form.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { FileButton } from '../../ui/fields/file-button.tsx';
import { type Shrunk, shrinkPicture } from '../../lib/shrink-picture.ts';
import styles from '../market/market-cells.module.css';
import { Working } from '../../ui/fields/working.tsx';

export interface PictureFieldProps {
  label: string;
  hint?: string | undefined;
  /** `image/jpeg;base64url,...` as the calls expect it, or ''. */
  value: string;
  onValue: (picture: string) => void;
  /** A chosen picture is being made smaller, is there, or is no picture. */
  onWork?: ((work: FieldWork) => void) | undefined;
  error?: string | undefined;
}

export function PictureField({ label, hint, value, onValue, onWork, error }: PictureFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [picture, setPicture] = useState<Shrunk | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  /** The latest choice: an earlier, larger picture may be ready later. */
  const latest = useRef<File>(undefined);
  const choosePicture = async (file: File): Promise<void> => {
    latest.current = file;
    setProblem('');
    setBusy(true);
    onWork?.('begun');
    const shrunk = await shrinkPicture(file).catch((cause: unknown) => {
      console.warn('picture shrink failed', cause);
      return null;
    });
    if (latest.current !== file) return;
    setBusy(false);
    if (shrunk) {
      setPicture(shrunk);
      onValue(shrunk.wire);
    } else setProblem(t('auth.pictureBroken'));
    onWork?.(shrunk ? 'done' : 'failed');
  };
  const note = problem || error;
  return (
    <div className={styles.pictureField}>
      <label htmlFor={id}>{label}</label>
      {hint && <p className="hint">{hint}</p>}
      {value !== '' && picture && <img className={styles.picture} src={picture.preview} alt={label} />}
      {value !== '' && picture?.blurred && (
        <p className={`warned ${styles.note}`} role="status">
          {t('auth.pictureBlurred')}
        </p>
      )}
      <Working busy={busy} label={label}>
        <FileButton id={id} accept="image/*" invalid={note !== undefined} onFile={(file) => void choosePicture(file)}>
          {t(value === '' ? 'auth.pictureTake' : 'auth.pictureAgain')}
        </FileButton>
      </Working>
      {note && (
        <p className="error" role="alert">
          {note}
        </p>
      )}
    </div>
  );
}
