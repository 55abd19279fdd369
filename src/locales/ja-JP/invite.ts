// Words of invitations in Japanese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['invite'] = {
  'invite.guestTitle': 'ログインして友達を招待',
  'invite.guestText': 'あなた専用のコードとリンク、手数料の還元が待っています。',
  'invite.title': '友達を招待して手数料を分け合う',
  'invite.text': 'あなたのコードで登録した友達の現物手数料の 1 割を受け取れます。',
  'invite.code': '招待コード',
  'invite.link': 'リンク',
  'invite.poster': 'ポスター',
  'invite.posterTitle': '一緒に取引しよう',
  'invite.posterText': 'スキャンして登録',
  'invite.posterLabel': 'QR コードと招待コード {{code}} のポスター',
  'invite.shareText': '招待コード {{code}} で登録',
  'invite.rules': 'ルール',
  'invite.rule1': '友達があなたのリンクまたはコードで登録します。',
  'invite.rule2': '友達が支払う現物手数料の 10% を受け取ります。',
  'invite.rule3': '1 日 1 回 USDT で付与され、履歴に記載されます。',
  'invite.friends': '友達',
  'invite.income': '収入（USDT）',
  'invite.nobody': 'まだ誰も登録していません',
  'invite.nobodyText': 'リンクかポスターを共有してください。登録した方がここに表示されます。',
};
