// Words of the embedded chart in French.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['embed'] = {
  'embed.toExchange': 'Ouvrir {{pair}} sur DeFi',
  'embed.lead': 'Un graphique en direct pour tout site : deux lignes de HTML, sans compte ni cookies.',
  'embed.example': 'Exemple en direct',
  'embed.market': 'Marché',
  'embed.take': 'Prendre une image',
  'embed.taken': 'Image du graphique',
  'embed.said': 'Ce que dit le graphique',
  'embed.paste': 'À coller',
  'embed.pasteText':
    'Le graphique prend la largeur de son emplacement et 400 px de haut, sauf si votre style dit autre chose.',
  'embed.attributes': 'Attributs',
  'embed.attributesText': 'Ils peuvent changer à tout moment ; le graphique suit.',
  'embed.symbol': 'Une paire de cette plateforme',
  'embed.interval': 'Durée d’une bougie, 1s à 1M',
  'embed.mainList': 'Indicateurs sur les bougies ; paramètres entre parenthèses',
  'embed.subList': 'Indicateurs sous les bougies',
  'embed.theme': 'dark, light ou system',
  'embed.lang': 'Langue des textes du cadre',
  'embed.methods': 'Méthodes et événements',
  'embed.methodsText':
    'Chaque méthode renvoie une promesse. Ce qui est impossible la rejette avec une phrase, et le graphique reste tel quel.',
  'embed.events': 'Événements : ready, crosshair, candle, error. Les valeurs sont dans event.detail.',
  'embed.frame': 'Sans le script',
  'embed.frameText':
    'Le cadre seul suffit. Il écoute la page nommée par « origin », sinon la première qui se présente, et personne d’autre.',
  'embed.commands': 'Chaque message a une version, un id et une commande ; sa réponse porte le même id.',
  'embed.safe': 'Ce qu’il ne fait pas',
  'embed.safeText':
    'Le cadre ne connaît aucune session, ne pose aucun cookie et ne stocke rien. Il ne voit pas votre page, et aucune autre page de cette plateforme ne peut être intégrée.',
  'embed.copy': 'Copier',
  'embed.copied': 'Copié',
  'embed.copyFailed': 'La copie a échoué. Sélectionnez plutôt le texte.',
  'embed.scriptFailed': 'L’exemple n’a pas pu être chargé',
};
