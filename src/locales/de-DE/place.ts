// Words of places in German.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['place'] = {
  'place.map': 'Weltkarte',
  'place.mapAt': 'Weltkarte mit {{place}}',
  'place.onMap': 'Punkt auf der Karte',
  'place.choose': 'Standort wählen',
  'place.useOwn': 'Meine Position',
  'place.use': 'Diesen Ort nehmen',
  'place.useNone': 'Wählen Sie zuerst einen Ort',
  'place.search': 'Orte suchen',
  'place.list': 'Orte',
  'place.denied':
    'Ihre Position wurde nicht freigegeben. Erlauben Sie sie in den Browser-Einstellungen für diese Website, oder wählen Sie einen Ort aus der Liste.',
  'place.unknown': 'Dieses Gerät kennt seine Position gerade nicht. Wählen Sie einen Ort aus der Liste.',
  'place.none': 'Es wurde kein Ort angegeben.',
  'place.openApp': 'In einer Karten-App öffnen',
  'place.own': 'Sie sind hier',
};
