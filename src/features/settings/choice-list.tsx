// A list of choices with a check mark at the selected one.
import { Icon } from '../../ui/icon.tsx';
import styles from './settings.module.css';

interface ListChoice<K extends string> {
  key: K;
  label: string;
  /** Language of the label, where it differs from the page's. */
  lang?: string | undefined;
  dir?: 'ltr' | 'rtl' | undefined;
  fact?: string | undefined;
}

export interface ChoiceListProps<K extends string> {
  label: string;
  choices: readonly ListChoice<K>[];
  value: K;
  onChange: (key: K) => void;
}

export function ChoiceList<K extends string>({ label, choices, value, onChange }: ChoiceListProps<K>) {
  return (
    <ul className="list" aria-label={label}>
      {choices.map(({ key, label: name, lang, dir, fact }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={key === value}
            onClick={() => onChange(key)}
            data-testid={`choice-${key}`}
          >
            <span className={styles.choiceName}>
              <bdi lang={lang} dir={dir}>
                {name}
              </bdi>
            </span>
            {fact && <span className="hint">{fact}</span>}
            <span className={styles.tick}>{key === value && <Icon name="check" size={20} />}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
