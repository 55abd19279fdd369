// Words of notices and articles in German.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['content'] = {
  'notice.system': 'System',
  'notice.personal': 'Persönlich',
  'notice.readAll': 'Alle als gelesen markieren',
  'notice.unread': 'Ungelesen',
  'notice.login': 'Anmelden, um Ihre Mitteilungen zu sehen',
  'notice.gone': 'Diese Mitteilung gibt es nicht mehr',
  'notice.open': 'Öffnen',
  'notice.search': 'Artikel suchen',
};
