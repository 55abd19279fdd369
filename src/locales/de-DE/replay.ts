// Wörter der Wiedergabe auf Deutsch.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['replay'] = {
  'replay.about':
    'Ein gesicherter Kursstrom oder ein aufgezeichneter Markt läuft hier noch einmal durch denselben Leser, dieselben Bücher und Indikatoren wie der lebende: jedes Mal gleich, ohne Konto.',
  'replay.open': 'Aufzeichnung öffnen',
  'replay.own': 'Letzte 10 Minuten abspielen',
  'replay.loading': 'Die Aufzeichnung wird gelesen',
  'replay.nothing': 'Noch wurde nichts aufgezeichnet: die Aufnahme beginnt einige Sekunden nach der Seite',
  'replay.refused.large': 'Diese Datei ist größer, als eine Aufzeichnung sein kann (64 MiB, entpackt 512 MiB)',
  'replay.refused.foreign': 'Diese Datei ist keine Aufzeichnung: nötig ist eine hier gesicherte oder ein l2tape',
  'replay.refused.venue':
    'Dieses Band stammt von einem Handelsplatz, dessen Regeln hier nicht bekannt sind: seine Bücher ließen sich nicht prüfen',
  'replay.refused.empty': 'Diese Aufzeichnung bricht vor ihrer ersten ganzen Nachricht ab',
  'replay.died': 'Die Wiedergabe endete unerwartet: bitte die Seite neu laden',
  'replay.cut': 'Die Datei bricht ab: gespielt wird, was davor steht',
  'replay.problems': 'Was an dieser Aufzeichnung nicht stimmt',
  'replay.problem.cut': 'Zeile \u2066{{line}}\u2069: die Datei bricht ab',
  'replay.problem.bent': 'Zeile \u2066{{line}}\u2069 kann so nicht sein: gespielt wird, was davor steht',
  'replay.problem.gap':
    'Zeile \u2066{{line}}\u2069, \u2066{{symbol}}\u2069: Nachrichten fehlen, das Buch ist bis zum nächsten Snapshot verloren',
  'replay.problem.checksum':
    'Zeile \u2066{{line}}\u2069, \u2066{{symbol}}\u2069: das Buch weicht von der Prüfsumme des Handelsplatzes ab und ist bis zum nächsten Snapshot verloren',
  'replay.problem.off-grid':
    'Zeile \u2066{{line}}\u2069, \u2066{{symbol}}\u2069: ein Preis steht auf keinem Raster, das Buch ist bis zum nächsten Snapshot verloren',
  'replay.problem.crossed': '\u2066{{symbol}}\u2069: am Ende liegt das beste Gebot nicht unter dem besten Angebot',
  'replay.problem.no-snapshot': '\u2066{{symbol}}\u2069: ohne Snapshot gibt es kein Buch',
  'replay.problems.more': 'und {{count}} weitere',
  'replay.controls': 'Steuerung der Wiedergabe',
  'replay.play': 'Abspielen',
  'replay.pause': 'Anhalten',
  'replay.step': 'Nächste Nachricht',
  'replay.ended': 'Die Aufzeichnung ist zu Ende',
  'replay.mark': 'Diesen Moment merken',
  'replay.marksFull': '20 Marken sind gesetzt: mehr passen nicht',
  'replay.speed': 'Tempo',
  'replay.place': 'Moment der Aufzeichnung',
  'replay.marks': 'Momente zum Anspringen',
  'replay.market': 'Markt',
  'replay.played': 'Gespielte Nachrichten',
  'replay.hash': 'Prüfsumme des Zustands',
  'replay.chart': 'Aufgezeichnete Kerzen von {{pair}}, {{interval}}',
  'replay.at.own': 'Marke \u2066{{time}}\u2069',
  'replay.at.gap': 'Nachricht fehlt \u2066{{time}}\u2069',
  'replay.at.closed': 'Verbindung weg \u2066{{time}}\u2069',
  'replay.at.open': 'Verbindung da \u2066{{time}}\u2069',
  'replay.at.bad': 'Unlesbar \u2066{{time}}\u2069',
};
