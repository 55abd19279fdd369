// Notices, mails and articles in French.
import type { Messages } from './message-texts.ts';

export const messages: Messages = {
  notices: {
    welcome: {
      title: 'Bienvenue',
      content: 'Votre compte est ouvert. Associez un authentificateur et vérifiez votre identité avant tout retrait.',
    },
    newLogin: {
      title: 'Nouvelle connexion',
      content:
        'Une connexion à votre compte a eu lieu depuis {ip}. Si ce n’était pas vous, changez immédiatement votre mot de passe.',
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
      title: 'Authentificateur associé',
      content: 'Votre authentificateur est associé. Conservez vos codes de récupération en lieu sûr.',
    },
    googleReset: {
      title: 'Authentificateur retiré',
      content: 'Votre authentificateur a été retiré. Les retraits sont bloqués pendant 24 heures.',
    },
    googleReview: {
      title: 'Réinitialisation de l’authentificateur en cours d’examen',
      content: 'Nous avons reçu votre photo. L’authentificateur reste associé jusqu’à la fin de l’examen.',
    },
    kycPassed: { title: 'Identité vérifiée', content: 'La vérification de votre identité est réussie.' },
    kycFailed: {
      title: 'Échec de la vérification d’identité',
      content: 'Veuillez remplir à nouveau ce qui n’a pas été accepté : {fields}.',
    },
    frozen: {
      title: 'Compte restreint',
      content:
        'La négociation et les retraits de votre compte sont suspendus : {reason}. Veuillez contacter le service client.',
    },
    unfrozen: { title: 'Compte rétabli', content: 'Votre compte fonctionne de nouveau sans restriction.' },
    depositArrived: {
      title: 'Dépôt crédité',
      content: 'Votre dépôt de {amount} {coin} est crédité sur votre compte au comptant.',
    },
    depositRefused: {
      title: 'Demande de dépôt refusée',
      content: 'Votre demande de dépôt de {amount} {coin} a été refusée : {reason}.',
    },
    withdrawArrived: {
      title: 'Retrait effectué',
      content: 'Votre retrait de {amount} {coin} est confirmé par la blockchain.',
    },
    withdrawRefused: {
      title: 'Retrait refusé',
      content: 'Votre retrait de {amount} {coin} a été refusé : {reason}. Le montant vous a été rendu.',
    },
    addressAdded: {
      title: 'Adresse de retrait ajoutée',
      content:
        'L’adresse {address} a été ajoutée à vos adresses de retrait. Si ce n’était pas vous, supprimez-la et changez immédiatement votre mot de passe.',
    },
    delisting: {
      title: 'Un marché est retiré',
      content:
        '{market}, où vous avez quelque chose d’ouvert, est retiré le {time}. Clôturez avant ; durant la dernière heure, rien de nouveau ne peut être ouvert. Ce qui reste ouvert est clôturé pour vous à la moyenne de l’indice, sans frais (règle R16).',
    },
    closedByDelisting: {
      title: 'Clôturé : marché retiré',
      content:
        'Votre contrat {order} sur {market} a été clôturé à {price}, la moyenne de l’indice, car le marché a été retiré. Aucun frais n’a été prélevé (règle R16).',
    },
    closedBySilence: {
      title: 'Clôturé : indice muet',
      content:
        'Votre contrat {order} sur {market} a été clôturé à {price}, la dernière moyenne de l’indice, car l’indice est resté sans prix une demi-heure. Aucun frais n’a été prélevé (règle R16).',
    },
  },
  markets: {
    open: '{market} est de nouveau ouvert à la négociation.',
    'close-only': '{market} n’accepte plus de nouveaux ordres. Ce qui est ouvert peut être clôturé ou annulé.',
    halted: '{market} est suspendu. Les ordres ouverts peuvent être annulés ; rien n’est liquidé entre-temps.',
    delisting:
      '{market} est retiré le {time}. Durant la dernière heure, aucun nouvel ordre n’est accepté. À ce moment, les ordres sont annulés et les contrats ouverts sont réglés à la moyenne de l’indice, sans frais (règle R16).',
    delistingCancelled: '{market} reste : le retrait du {time} est annulé.',
  },
  mail: {
    subject: 'Votre code de vérification',
    text: 'Votre code est {code}. Il est valable 10 minutes. Ne le communiquez à personne.',
    antiPhish: 'Votre mot anti-hameçonnage : {word}',
  },
  texts: {
    about: [
      'DeFi est une application de négociation mobile et la place de marché sur laquelle elle négocie, dans un seul processus.',
      'Version 1.0.0, sous licence MIT.',
    ],
    whitePaper: [
      '# Un ordre à la fois',
      'Une seule machine reçoit les ordres de tous, un par un, dans l’ordre d’arrivée, et les apparie par prix, puis par temps. Elle n’a ni horloge ni hasard propres : les mêmes ordres donnent les mêmes transactions.',
      '# Des comptes toujours justes',
      'Chaque mouvement d’argent est écrit deux fois, là où il part et là où il arrive, si bien que la somme de chaque monnaie est toujours nulle. Ce qui est répondu est sur le disque avant la réponse.',
      '# Aucune main sur le prix',
      'Personne, pas même la plateforme, ne peut fixer un prix, une cotation ou un résultat.',
    ],
    privacy: [
      '# Ce que nous conservons',
      'Nous conservons votre e-mail, une empreinte lente de votre mot de passe, vos ordres et l’historique de vos soldes, et pour chaque connexion l’heure, l’adresse et le navigateur.',
      '# Vos documents',
      'Ce que vous remettez pour prouver votre identité est chiffré, débarrassé des métadonnées de votre appareil et visible de vous et de l’examinateur seulement.',
      '# Aucun traceur',
      'Aucun traceur, aucune publicité, et aucun tiers n’est informé de votre visite.',
    ],
    fee: [
      'Les frais de négociation dépendent de chaque instrument et sont affichés avant l’ordre. Les transferts entre vos comptes sont gratuits. Un retrait affiche ses frais avant confirmation.',
      'Convertir une monnaie en une autre coûte 0,30 % du montant reçu ; le taux proposé vaut dix secondes.',
    ],
  },
  articles: {
    price: {
      title: 'Qui décide du prix',
      summary: 'Exécution par prix, puis par temps ; personne ne peut fixer un prix ici.',
      text: [
        'Les ordres se rencontrent dans un seul carnet public. Le meilleur prix est servi d’abord et, à prix égal, l’ordre arrivé le premier.',
        'Aucun appel, aucun réglage et aucune commande de l’opérateur ne peut fixer un prix, une cotation ou un résultat. Ce qui s’échange est ce qui a été apparié.',
        'Chaque variation d’un solde est une écriture en partie double. L’historique de vos actifs les montre toutes et peut être exporté.',
      ],
    },
    safety: {
      title: 'Protégez votre compte',
      summary: 'Un authentificateur, des codes de récupération et un mot contre l’hameçonnage.',
      text: [
        'Associez un authentificateur. Chacun de ses codes sert une fois, et les retraits en demandent un.',
        'Gardez les dix codes de récupération sur papier. Chacun retire une fois l’authentificateur si vous perdez le téléphone.',
        'Choisissez votre propre mot contre l’hameçonnage : il figure dans chaque lettre que nous envoyons, et dans aucune autre.',
      ],
    },
    funds: {
      title: 'Dépôts et retraits',
      summary: 'Comment l’argent entre et sort, et ce qui est demandé.',
      text: [
        'Un dépôt devrait arriver en 30 minutes. Sinon, faites une demande de dépôt avec une capture d’écran.',
        'Un retrait demande une identité vérifiée, un authentificateur associé et un volume de négociation de 100 % des dépôts. Le montant est gelé jusqu’à la fin de l’examen.',
        'Après une réinitialisation du mot de passe ou de l’authentificateur, aucun retrait n’est possible pendant 24 heures.',
      ],
    },
    proof: { title: 'Qui décide du prix', summary: 'Un carnet ouvert, et une preuve entre vos mains.', text: [] },
    invite: { title: 'Inviter des amis', summary: 'Votre code, vos amis, votre part.', text: [] },
  },
};
