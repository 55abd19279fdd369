// A picture from camera or files: made small enough to send, looked at for blur, shown before it goes. Its words are in
// the area `account`.
import { useId, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { FileButton } from '../../ui/fields/file-button.tsx';
import { type Shrunk, shrinkPicture } from '../../lib/shrink-picture.ts';
import styles from '../market/market-cells.module.css';

export interface PictureFieldProps {
  label: string;
  hint?: string | undefined;
  /** `image/jpeg;base64url,...` as the calls take it, or ''. */
  value: string;
  onValue: (picture: string) => void;
  error?: string | undefined;
  /** Which camera a phone offers first. */
  facing: 'user' | 'environment';
}

export function PictureField({ label, hint, value, onValue, error, facing }: PictureFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [taken, setTaken] = useState<Shrunk | null>(null);
  const [trouble, setTrouble] = useState('');
  const take = async (file: File): Promise<void> => {
    setTrouble('');
    try {
      const shrunk = await shrinkPicture(file);
      setTaken(shrunk);
      onValue(shrunk.wire);
    } catch (cause) {
      console.warn('a picture could not be read', cause);
      setTrouble(t('auth.pictureBroken'));
    }
  };
  const note = error ?? (trouble || undefined);
  return (
    <div className={styles.pictureField}>
      <label htmlFor={id}>{label}</label>
      {hint && <p className={styles.pictureHint}>{hint}</p>}
      {value !== '' && taken && <img className={styles.picture} src={taken.preview} alt={label} />}
      {value !== '' && taken?.blurred && (
        <p className={styles.note} role="status">
          {t('auth.pictureBlurred')}
        </p>
      )}
      <FileButton
        id={id}
        accept="image/*"
        capture={facing}
        invalid={note !== undefined}
        onFile={(file) => void take(file)}
      >
        {t(value === '' ? 'auth.pictureTake' : 'auth.pictureAgain')}
      </FileButton>
      {note && (
        <p className={styles.pictureError} role="alert">
          {note}
        </p>
      )}
    </div>
  );
}
