// Words of invitations in German.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['invite'] = {
  'invite.guestTitle': 'Anmelden, um Freunde einzuladen',
  'invite.guestText': 'Ihr eigener Code und Link warten auf Sie, und ein Anteil an den Gebühren.',
  'invite.title': 'Freund einladen, Gebühren teilen',
  'invite.text': 'Freunde, die sich mit Ihrem Code registrieren, bringen Ihnen ein Zehntel ihrer Spot-Gebühren.',
  'invite.code': 'Einladungscode',
  'invite.link': 'Link',
  'invite.poster': 'Poster',
  'invite.posterTitle': 'Handeln Sie mit mir',
  'invite.posterText': 'Zum Registrieren scannen',
  'invite.posterLabel': 'Poster mit QR-Code und dem Einladungscode {{code}}',
  'invite.shareText': 'Registrieren Sie sich mit meinem Code {{code}}',
  'invite.rules': 'Regeln',
  'invite.rule1': 'Ein Freund registriert sich mit Ihrem Link oder Code.',
  'invite.rule2': 'Sie erhalten 10 % der Spot-Gebühren, die der Freund zahlt.',
  'invite.rule3': 'Die Gutschrift kommt einmal am Tag in USDT und steht in Ihrem Verlauf.',
  'invite.friends': 'Freunde',
  'invite.income': 'Ertrag (USDT)',
  'invite.nobody': 'Noch ist niemand gekommen',
  'invite.nobodyText': 'Teilen Sie Ihren Link oder das Poster; wer sich registriert, steht hier.',
};
