// Words of how safe the account is in French.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['security'] = {
  'safe.level': 'Niveau de sécurité',
  'safe.level.low': 'Faible',
  'safe.level.medium': 'Moyen',
  'safe.level.high': 'Élevé',
  'safe.advice.low': 'Associez un authentificateur : un mot de passe volé n’ouvre alors rien à lui seul.',
  'safe.advice.medium':
    'Vérifiez votre identité et définissez un mot anti-hameçonnage pour atteindre le plus haut niveau.',
  'safe.advice.high': 'Tout est en place. Gardez vos codes de récupération là où personne ne les trouvera.',
  'safe.mail': 'E-mail',
  'safe.password': 'Mot de passe',
  'safe.passwordText': 'Le changer met fin à toutes les autres sessions',
  'safe.change': 'Changer',
  'safe.googleText': 'Demandé à la connexion et au retrait',
  'safe.kycText': 'Requis pour retirer',
  'safe.phrase': 'Mot anti-hameçonnage',
  'safe.phraseText': 'Figure dans chaque e-mail de notre part',
  'safe.notSet': 'Non défini',
  'safe.phraseLong':
    'Choisissez un mot que vous seul connaissez. Un e-mail sans ce mot ne vient pas de cette plateforme.',
  'safe.phraseField': 'Votre mot (20 caractères au plus)',
  'safe.needPhrase': 'Saisissez un mot',
  'safe.save': 'Enregistrer',
  'safe.takeAway': 'Retirer le mot',
  'safe.sessionsText': 'Où vous êtes connecté',
  'safe.sessionsLong':
    'Vous êtes connecté sur ces appareils. Fermez ce que vous ne connaissez pas, puis changez votre mot de passe.',
  'safe.ended': 'Fermée',
  'safe.endOthers': 'Fermer toutes les autres',
  'safe.endOthersAsk': 'Fermer toutes les autres sessions ?',
  'safe.endAsk': 'Fermer cette session ?',
  'safe.endText': 'Toute personne connectée là devra se reconnecter.',
  'safe.end': 'Fermer',
  'safe.endOf': 'Fermer la session sur {{device}}',
  'safe.unknownDevice': 'Appareil inconnu',
  'safe.lastSeen': 'Vu le {{time}}',
  'safe.since': 'Connecté le {{time}}',
  'safe.here': 'Cet appareil',
};
