// Column headers that sort the markets.
// The first tap sorts descending, the second ascending, the third restores the default order.
import { useTranslation } from '../../locales/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import { SortIcon } from '../../components/common/sort-icon.tsx';
import { COLUMNS, type Column, type Sort } from './use-market-list.ts';
import styles from './markets.module.css';

function nextSort(sort: Sort, column: Column): Sort {
  if (sort.column !== column) return { column, descending: column !== 'name' };
  const firstWay = column !== 'name';
  return sort.descending === firstWay ? { column, descending: !firstWay } : { column: null, descending: true };
}

export function SortBar({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.sortBar}>
      {COLUMNS.map((column) => {
        const on = sort.column === column;
        return (
          <button
            key={column}
            type="button"
            className={styles.sort}
            aria-pressed={on}
            aria-label={t('markets.sortBy', { column: t(`markets.${column}`) })}
            onClick={() => onSort(nextSort(sort, column))}
          >
            {t(`markets.${column}`)}
            {on ? <Icon name={sort.descending ? 'down' : 'up'} size={14} /> : <SortIcon size={14} />}
          </button>
        );
      })}
    </div>
  );
}
