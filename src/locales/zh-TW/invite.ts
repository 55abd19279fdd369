// Words of invitations in Traditional Chinese (Taiwan).
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['invite'] = {
  'invite.guestTitle': '登入後邀請好友',
  'invite.guestText': '您將獲得專屬邀請碼與連結，並分享手續費。',
  'invite.title': '邀請好友，共享手續費',
  'invite.text': '好友使用您的邀請碼註冊後，您可獲得其現貨手續費的十分之一。',
  'invite.code': '邀請碼',
  'invite.link': '邀請連結',
  'invite.poster': '邀請海報',
  'invite.posterTitle': '與我一起交易',
  'invite.posterText': '掃描註冊',
  'invite.posterLabel': '含 QR 碼與邀請碼 {{code}} 的海報',
  'invite.shareText': '使用我的邀請碼 {{code}} 註冊',
  'invite.rules': '規則',
  'invite.rule1': '好友透過您的連結或邀請碼註冊。',
  'invite.rule2': '您可獲得好友所付現貨手續費的 10 %。',
  'invite.rule3': '獎勵每日以 USDT 入帳一次，並列於紀錄中。',
  'invite.friends': '好友',
  'invite.income': '收入 (USDT)',
  'invite.nobody': '尚無好友加入',
  'invite.nobodyText': '分享連結或海報，註冊的好友會顯示在這裡。',
};
