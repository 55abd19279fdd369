// Mots de la relecture en français.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['replay'] = {
  'replay.about':
    'Un flux enregistré ou un marché archivé est rejoué ici par le même lecteur, les mêmes carnets et indicateurs que le direct : toujours à l’identique, sans compte.',
  'replay.open': 'Ouvrir un enregistrement',
  'replay.own': 'Rejouer les 10 dernières minutes',
  'replay.loading': 'Lecture de l’enregistrement en cours',
  'replay.nothing': 'Rien n’est encore enregistré : l’enregistreur démarre quelques secondes après la page',
  'replay.refused.large': 'Ce fichier dépasse la taille d’un enregistrement (64 Mio, 512 Mio décompressé)',
  'replay.refused.foreign': 'Ce fichier n’est pas un enregistrement : il en faut un enregistré ici, ou un l2tape',
  'replay.refused.venue':
    'Cette bande vient d’une place dont les règles ne sont pas connues ici : ses carnets ne pourraient pas être vérifiés',
  'replay.refused.empty': 'Cet enregistrement s’interrompt avant son premier message entier',
  'replay.died': 'La relecture s’est arrêtée de façon inattendue : rechargez la page',
  'replay.cut': 'Le fichier est tronqué : ce qui précède la coupure est rejoué',
  'replay.problems': 'Ce qui ne va pas dans cet enregistrement',
  'replay.problem.cut': 'Ligne \u2066{{line}}\u2069 : le fichier s’interrompt',
  'replay.problem.bent': 'Ligne \u2066{{line}}\u2069 impossible : ce qui la précède est rejoué',
  'replay.problem.gap':
    'Ligne \u2066{{line}}\u2069, \u2066{{symbol}}\u2069 : des messages manquent, le carnet est perdu jusqu’à son prochain instantané',
  'replay.problem.checksum':
    'Ligne \u2066{{line}}\u2069, \u2066{{symbol}}\u2069 : le carnet diffère de la somme de la place et il est perdu jusqu’à son prochain instantané',
  'replay.problem.off-grid':
    'Ligne \u2066{{line}}\u2069, \u2066{{symbol}}\u2069 : un prix hors grille, le carnet est perdu jusqu’à son prochain instantané',
  'replay.problem.crossed': '\u2066{{symbol}}\u2069 : à la fin, la meilleure demande n’est pas sous la meilleure offre',
  'replay.problem.no-snapshot': '\u2066{{symbol}}\u2069 : sans instantané, pas de carnet',
  'replay.problems.more': 'et {{count}} autres',
  'replay.controls': 'Commandes de la relecture',
  'replay.play': 'Lire',
  'replay.pause': 'Pause',
  'replay.step': 'Message suivant',
  'replay.ended': 'L’enregistrement est terminé',
  'replay.mark': 'Marquer cet instant',
  'replay.marksFull': '20 repères sont posés : il n’y a plus de place',
  'replay.speed': 'Vitesse',
  'replay.place': 'Instant de l’enregistrement',
  'replay.marks': 'Instants à rejoindre',
  'replay.market': 'Marché',
  'replay.played': 'Messages rejoués',
  'replay.hash': 'Empreinte de l’état',
  'replay.chart': 'Bougies enregistrées de {{pair}}, {{interval}}',
  'replay.at.own': 'Repère \u2066{{time}}\u2069',
  'replay.at.gap': 'Message manquant \u2066{{time}}\u2069',
  'replay.at.closed': 'Connexion perdue \u2066{{time}}\u2069',
  'replay.at.open': 'Connexion rétablie \u2066{{time}}\u2069',
  'replay.at.bad': 'Illisible \u2066{{time}}\u2069',
};
