// Words of notices and articles in Russian.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['content'] = {
  'notice.system': 'Системные',
  'notice.personal': 'Личные',
  'notice.readAll': 'Прочитать все',
  'notice.unread': 'Не прочитано',
  'notice.login': 'Войдите, чтобы увидеть сообщения',
  'notice.gone': 'Этого сообщения больше нет',
  'notice.open': 'Открыть',
  'notice.search': 'Поиск статей',
};
