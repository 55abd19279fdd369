// Notices, mails and articles in French.
import type { Messages } from './message-texts.ts';

export const messages: Messages = {
  notices: {
    welcome: {
      title: 'Bienvenue',
      content: 'Votre compte est prêt. Activez un authentificateur et vérifiez votre identité avant tout retrait.',
    },
    newLogin: {
      title: 'Nouvelle connexion',
      content:
        'Nouvelle connexion à votre compte depuis {ip}. Si ce n’était pas vous, changez immédiatement votre mot de passe.',
    },
    passwordChanged: {
      title: 'Mot de passe modifié',
      content:
        'Votre mot de passe a été modifié et vos autres sessions ont été fermées. Les retraits sont bloqués pendant 24 heures.',
    },
    passwordReset: {
      title: 'Mot de passe réinitialisé',
      content:
        'Votre mot de passe a été réinitialisé par e-mail. Toutes les sessions ont été fermées et les retraits sont bloqués pendant 24 heures.',
    },
    googleBound: {
      title: 'Authentificateur activé',
      content: 'Votre authentificateur est activé. Conservez vos codes de récupération en lieu sûr.',
    },
    googleReset: {
      title: 'Authentificateur désactivé',
      content: 'Votre authentificateur a été désactivé. Les retraits sont bloqués pendant 24 heures.',
    },
    googleReview: {
      title: 'Réinitialisation de l’authentificateur en cours d’examen',
      content: 'Nous avons reçu votre photo. L’authentificateur reste activé jusqu’à la fin de l’examen.',
    },
    kycPassed: { title: 'Identité vérifiée', content: 'Votre identité est vérifiée.' },
    kycFailed: {
      title: 'Échec de la vérification d’identité',
      content: 'Corrigez ces champs : {fields}.',
    },
    frozen: {
      title: 'Compte restreint',
      content: 'Le trading et les retraits sont suspendus : {reason}. Veuillez contacter le service client.',
    },
    unfrozen: { title: 'Compte rétabli', content: 'Votre compte n’est plus restreint.' },
    depositArrived: {
      title: 'Dépôt crédité',
      content: '{amount} {coin} ont été crédités sur votre compte spot.',
    },
    depositRefused: {
      title: 'Demande de dépôt refusée',
      content: 'Votre demande de dépôt de {amount} {coin} a été refusée : {reason}.',
    },
    withdrawArrived: {
      title: 'Retrait effectué',
      content: 'Votre retrait de {amount} {coin} est confirmé sur le réseau.',
    },
    withdrawRefused: {
      title: 'Retrait refusé',
      content: 'Votre retrait de {amount} {coin} a été refusé : {reason}. Le montant est de nouveau disponible.',
    },
    addressAdded: {
      title: 'Adresse de retrait ajoutée',
      content:
        'L’adresse {address} a été ajoutée à vos adresses de retrait. Si ce n’était pas vous, supprimez-la et changez immédiatement votre mot de passe.',
    },
    addressRemoved: {
      title: 'Adresse de retrait supprimée',
      content:
        'L’adresse {address} a été supprimée de vos adresses de retrait. Si ce n’était pas vous, fermez toutes les autres sessions et changez immédiatement votre mot de passe.',
    },
    antiPhishChanged: {
      title: 'Mot anti-hameçonnage modifié',
      content:
        'Votre mot anti-hameçonnage a été modifié ; les prochains e-mails afficheront le nouveau. Si ce n’était pas vous, fermez toutes les autres sessions et définissez un autre mot.',
    },
    delisting: {
      title: 'Retrait d’un marché',
      content:
        '{market} est retiré le {time}. Vous y avez des ordres ou positions ouverts ; clôturez-les avant. Durant la dernière heure, rien de nouveau ne peut être ouvert. Ce qui reste ouvert est clôturé au prix moyen de l’indice, sans frais (règle R16).',
    },
    closedByDelisting: {
      title: 'Clôturé : marché retiré',
      content:
        'Votre contrat {order} sur {market} a été clôturé à {price}, le prix moyen de l’indice, car le marché a été retiré. Aucun frais n’a été prélevé (règle R16).',
    },
    closedBySilence: {
      title: 'Clôturé : pas de prix de l’indice',
      content:
        'Votre contrat {order} sur {market} a été clôturé à {price}, le dernier prix moyen de l’indice, car l’indice est resté sans prix pendant 30 minutes. Aucun frais n’a été prélevé (règle R16).',
    },
  },
  markets: {
    open: '{market} est de nouveau ouvert au trading.',
    'close-only':
      '{market} n’accepte plus de nouveaux ordres. Vous pouvez clôturer des positions et annuler des ordres.',
    halted: '{market} est suspendu. Vous pouvez annuler vos ordres ouverts ; rien n’est liquidé pendant ce temps.',
    delisting:
      '{market} est retiré le {time}. Durant la dernière heure, aucun nouvel ordre n’est accepté. Les ordres sont alors annulés et les contrats ouverts réglés au prix moyen de l’indice, sans frais (règle R16).',
    delistingCancelled: '{market} reste coté : le retrait du {time} est annulé.',
  },
  mail: {
    subject: 'Votre code de vérification',
    text: 'Votre code est {code}. Il est valable 10 minutes. Ne le communiquez à personne.',
    antiPhish: 'Votre mot anti-hameçonnage : {word}',
  },
  texts: {
    about: [
      'DeFi est une app de trading mobile et la plateforme derrière elle, dans un seul processus.',
      'Version 1.0.0, licence MIT.',
    ],
    whitePaper: [
      '# Un ordre à la fois',
      'Le moteur d’appariement prend tous les ordres un par un, dans l’ordre d’arrivée, et les exécute par prix, puis par temps. Il n’utilise ni horloge ni hasard : les mêmes ordres donnent toujours les mêmes trades.',
      '# Des comptes toujours justes',
      'Chaque mouvement est écrit deux fois, là où il part et là où il arrive : la somme de chaque coin est toujours nulle. Chaque changement est sur le disque avant la réponse.',
      '# Personne ne fixe le prix',
      'Personne, pas même la plateforme, ne peut fixer un prix, un tick ou un résultat.',
    ],
    privacy: [
      '# Ce que nous conservons',
      'Nous conservons votre e-mail, une empreinte lente de votre mot de passe, vos ordres et l’historique de vos soldes, et pour chaque connexion l’heure, l’adresse IP et le navigateur.',
      '# Vos documents',
      'Vos documents d’identité sont chiffrés et débarrassés des métadonnées de l’appareil photo. Seuls vous et l’examinateur pouvez les voir.',
      '# Aucun traceur',
      'Nous n’utilisons ni traceurs ni publicité, et ne partageons vos visites avec personne.',
    ],
    fee: [
      'Chaque marché a ses frais de trading, affichés avant l’ordre. Les transferts entre vos comptes sont gratuits. Un retrait affiche ses frais avant confirmation.',
      'Convertir un coin en un autre coûte 0,30 % du montant reçu ; le cours est valable dix secondes.',
    ],
  },
  articles: {
    price: {
      title: 'Qui fixe le prix',
      summary: 'Exécution par prix, puis par temps ; personne ne peut fixer un prix.',
      text: [
        'Tous les ordres se rencontrent dans un carnet d’ordres public. Le meilleur prix est exécuté d’abord et, à prix égal, le premier ordre arrivé.',
        'Aucun appel d’API, aucun réglage et aucune commande de l’opérateur ne peut fixer un prix, un tick ou un résultat. Seuls les ordres appariés font des trades.',
        'Chaque variation d’un solde est une écriture en partie double. Consultez et exportez-les toutes dans Actifs, Historique.',
      ],
    },
    safety: {
      title: 'Protégez votre compte',
      summary: 'Un authentificateur, des codes de récupération et un mot anti-hameçonnage.',
      text: [
        'Activez un authentificateur. Chacun de ses codes sert une fois, et chaque retrait en demande un.',
        'Gardez les dix codes de récupération sur papier. Si vous perdez votre téléphone, chaque code désactive une fois l’authentificateur.',
        'Définissez un mot anti-hameçonnage : il figure dans chaque e-mail de notre part, et dans aucun autre.',
      ],
    },
    funds: {
      title: 'Dépôts et retraits',
      summary: 'Comment déposer et retirer, et ce qu’il vous faut.',
      text: [
        'Un dépôt devrait arriver en 30 minutes. Sinon, faites une demande de dépôt avec une capture d’écran.',
        'Un retrait demande une identité vérifiée, un authentificateur activé et un volume de trading de 100 % de vos dépôts. Le montant est gelé pendant l’examen.',
        'Après une réinitialisation du mot de passe ou de l’authentificateur, les retraits sont bloqués pendant 24 heures.',
      ],
    },
    proof: {
      title: 'Qui fixe le prix',
      summary: 'Un carnet d’ordres public et des preuves que vous pouvez vérifier.',
      text: [],
    },
    invite: { title: 'Inviter des amis', summary: 'Partagez votre code et gagnez une part des frais.', text: [] },
  },
};
