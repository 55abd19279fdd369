// Words of invitations in Korean.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['invite'] = {
  'invite.guestTitle': '로그인하고 친구를 초대하세요',
  'invite.guestText': '나만의 코드와 링크, 그리고 수수료 혜택이 기다리고 있습니다.',
  'invite.title': '친구를 초대하고 수수료를 나누세요',
  'invite.text': '내 코드로 가입한 친구의 현물 수수료 10분의 1을 받습니다.',
  'invite.code': '초대 코드',
  'invite.link': '링크',
  'invite.poster': '포스터',
  'invite.posterTitle': '함께 거래해요',
  'invite.posterText': '스캔하고 가입하기',
  'invite.posterLabel': 'QR 코드와 초대 코드 {{code}}가 있는 포스터',
  'invite.shareText': '내 코드 {{code}}로 가입하세요',
  'invite.rules': '규칙',
  'invite.rule1': '친구가 내 링크 또는 코드로 가입합니다.',
  'invite.rule2': '친구가 낸 현물 수수료의 10%를 받습니다.',
  'invite.rule3': '하루에 한 번 USDT로 지급되며 내역에 기록됩니다.',
  'invite.friends': '친구',
  'invite.income': '수익(USDT)',
  'invite.nobody': '아직 초대된 친구가 없습니다',
  'invite.nobodyText': '링크나 포스터를 공유하세요. 가입한 친구가 여기에 표시됩니다.',
};
