// Words of notices and articles in French.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['content'] = {
  'notice.system': 'Système',
  'notice.personal': 'Personnel',
  'notice.readAll': 'Tout marquer comme lu',
  'notice.unread': 'Non lu',
  'notice.login': 'Connectez-vous pour voir vos messages',
  'notice.gone': 'Ce message n’existe plus',
  'notice.open': 'Ouvrir',
  'notice.search': 'Chercher un article',
};
