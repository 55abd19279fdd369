// Words of invitations in French.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['invite'] = {
  'invite.guestTitle': 'Connectez-vous pour inviter des amis',
  'invite.guestText': 'Votre code et votre lien vous attendent, ainsi qu’une part des frais.',
  'invite.title': 'Invitez un ami, partagez les frais',
  'invite.text': 'Les amis inscrits avec votre code vous rapportent un dixième de leurs frais spot.',
  'invite.code': 'Code d’invitation',
  'invite.link': 'Lien',
  'invite.poster': 'Affiche',
  'invite.posterTitle': 'Tradez avec moi',
  'invite.posterText': 'Scannez pour vous inscrire',
  'invite.posterLabel': 'Affiche avec un QR code et le code d’invitation {{code}}',
  'invite.shareText': 'Inscrivez-vous avec mon code {{code}}',
  'invite.rules': 'Règles',
  'invite.rule1': 'Un ami s’inscrit avec votre lien ou votre code.',
  'invite.rule2': 'Vous recevez 10 % des frais spot que paie cet ami.',
  'invite.rule3': 'C’est crédité une fois par jour en USDT et figure dans votre historique.',
  'invite.friends': 'Amis',
  'invite.income': 'Revenus (USDT)',
  'invite.nobody': 'Personne n’est encore venu',
  'invite.nobodyText': 'Partagez votre lien ou l’affiche ; les inscrits figurent ici.',
};
