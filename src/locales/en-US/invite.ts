// Words of invitations in English (United States).

export const words = {
  'invite.guestTitle': 'Log in to invite friends',
  'invite.guestText': 'Your own code and link are waiting for you, and a share of the fees.',
  'invite.title': 'Bring a friend, share the fees',
  'invite.text': 'Friends who register with your code bring you a tenth of their spot fees.',
  'invite.code': 'Invite code',
  'invite.link': 'Link',
  'invite.poster': 'Poster',
  'invite.posterTitle': 'Trade with me',
  'invite.posterText': 'Scan to register',
  'invite.posterLabel': 'Poster with a QR code and the invite code {{code}}',
  'invite.shareText': 'Register with my code {{code}}',
  'invite.rules': 'Rules',
  'invite.rule1': 'A friend registers with your link or your code.',
  'invite.rule2': 'You receive 10 % of the spot fees that the friend pays.',
  'invite.rule3': 'It is credited once a day in USDT and stands in your records.',
  'invite.friends': 'Friends',
  'invite.income': 'Income (USDT)',
  'invite.nobody': 'Nobody has come yet',
  'invite.nobodyText': 'Share your link or the poster; who registers stands here.',
} as const;
