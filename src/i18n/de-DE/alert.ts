// Words of alerts in German.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['alert'] = {
  'alert.login': 'Anmelden, um Alarme zu setzen',
  'alert.none': 'Noch keine Alarme',
  'alert.noneText': 'Setzen Sie oben einen Preis, oder tippen Sie im Chart auf einen Preis.',
  'alert.waiting': 'Wartend',
  'alert.history': 'Gemeldet',
  'alert.rule': 'Regel',
  'alert.price': 'Preis',
  'alert.percent': 'Anstieg in Prozent',
  'alert.percentText': 'Gerechnet vom jetzigen letzten Preis. Gewartet wird auf den Preis, der sich ergibt.',
  'alert.often': 'Wie oft',
  'alert.once': 'Einmal',
  'alert.again': 'Jedes Mal',
  'alert.told': 'gemeldet {{time}}',
  'alert.setNone': 'Zuerst einen Preis eingeben',
  'alert.setAt': 'Alarm bei {{price}} setzen',
  'alert.remove': 'Entfernen',
  'alert.removeOf': 'Alarm bei {{price}} entfernen',
  'alert.pushText': 'Alarme kommen als Zeile über der Seite und als Mitteilung. Mit Push kommen sie auch, wenn die App geschlossen ist.',
  'alert.push': 'Push an dieses Gerät',
  'alert.push.on': 'Dieses Gerät empfängt Push.',
  'alert.push.denied': 'Mitteilungen sind blockiert. Erlauben Sie sie in den Browser-Einstellungen für diese Website, und kommen Sie dann zurück.',
  'alert.push.none': 'Dieser Browser empfängt kein Push. Auf dem iPhone die App zuerst zum Home-Bildschirm hinzufügen.',
};
