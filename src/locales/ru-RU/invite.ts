// Words of invitations in Russian.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['invite'] = {
  'invite.guestTitle': 'Войдите, чтобы пригласить друзей',
  'invite.guestText': 'Вас ждут ваш код и ссылка, а также доля комиссий.',
  'invite.title': 'Пригласите друга и делите комиссии',
  'invite.text': 'Друзья, которые зарегистрируются по вашему коду, принесут вам десятую часть своих спотовых комиссий.',
  'invite.code': 'Код приглашения',
  'invite.link': 'Ссылка',
  'invite.poster': 'Постер',
  'invite.posterTitle': 'Торгуйте со мной',
  'invite.posterText': 'Сканируйте для регистрации',
  'invite.posterLabel': 'Постер с QR-кодом и кодом приглашения {{code}}',
  'invite.shareText': 'Зарегистрируйтесь с моим кодом {{code}}',
  'invite.rules': 'Правила',
  'invite.rule1': 'Друг регистрируется по вашей ссылке или коду.',
  'invite.rule2': 'Вы получаете 10 % спотовых комиссий, которые платит друг.',
  'invite.rule3': 'Зачисляется раз в день в USDT и видно в истории.',
  'invite.friends': 'Друзья',
  'invite.income': 'Доход (USDT)',
  'invite.nobody': 'Пока никто не пришёл',
  'invite.nobodyText': 'Поделитесь ссылкой или постером; зарегистрированные появятся здесь.',
};
