// Notices, mails and articles in German.
import type { Messages } from './message-texts.ts';

export const messages: Messages = {
  notices: {
    welcome: {
      title: 'Willkommen',
      content:
        'Ihr Konto ist eröffnet. Verbinden Sie einen Authentifikator und bestätigen Sie Ihre Identität, bevor Sie auszahlen.',
    },
    newLogin: {
      title: 'Neue Anmeldung',
      content:
        'Jemand hat sich von {ip} aus in Ihrem Konto angemeldet. Waren Sie das nicht, ändern Sie sofort Ihr Passwort.',
    },
    passwordChanged: {
      title: 'Passwort geändert',
      content:
        'Ihr Passwort wurde geändert, Ihre anderen Sitzungen wurden beendet. Auszahlungen sind 24 Stunden gesperrt.',
    },
    passwordReset: {
      title: 'Passwort zurückgesetzt',
      content:
        'Ihr Passwort wurde per E-Mail zurückgesetzt. Alle Sitzungen wurden beendet, Auszahlungen sind 24 Stunden gesperrt.',
    },
    googleBound: {
      title: 'Authentifikator verbunden',
      content: 'Ihr Authentifikator ist verbunden. Bewahren Sie Ihre Wiederherstellungscodes sicher auf.',
    },
    googleReset: {
      title: 'Authentifikator entfernt',
      content: 'Ihr Authentifikator wurde entfernt. Auszahlungen sind 24 Stunden gesperrt.',
    },
    googleReview: {
      title: 'Zurücksetzen des Authentifikators wird geprüft',
      content: 'Wir haben Ihr Foto erhalten. Bis zum Ende der Prüfung bleibt der Authentifikator verbunden.',
    },
    kycPassed: { title: 'Identität bestätigt', content: 'Ihre Identitätsprüfung war erfolgreich.' },
    kycFailed: {
      title: 'Identitätsprüfung fehlgeschlagen',
      content: 'Bitte füllen Sie erneut aus, was nicht angenommen wurde: {fields}.',
    },
    frozen: {
      title: 'Konto eingeschränkt',
      content:
        'Handel und Auszahlungen Ihres Kontos sind gestoppt: {reason}. Bitte wenden Sie sich an den Kundendienst.',
    },
    unfrozen: { title: 'Konto wieder frei', content: 'Ihr Konto funktioniert wieder ohne Einschränkungen.' },
    depositArrived: {
      title: 'Einzahlung gutgeschrieben',
      content: 'Ihre Einzahlung von {amount} {coin} wurde Ihrem Spot-Konto gutgeschrieben.',
    },
    depositRefused: {
      title: 'Einzahlungsantrag abgelehnt',
      content: 'Ihr Einzahlungsantrag über {amount} {coin} wurde abgelehnt: {reason}.',
    },
    withdrawArrived: {
      title: 'Auszahlung abgeschlossen',
      content: 'Ihre Auszahlung von {amount} {coin} ist von der Blockchain bestätigt.',
    },
    withdrawRefused: {
      title: 'Auszahlung abgelehnt',
      content: 'Ihre Auszahlung von {amount} {coin} wurde abgelehnt: {reason}. Der Betrag gehört wieder Ihnen.',
    },
    addressAdded: {
      title: 'Auszahlungsadresse hinzugefügt',
      content:
        'Die Adresse {address} wurde Ihren Auszahlungsadressen hinzugefügt. Waren Sie das nicht, entfernen Sie sie und ändern Sie sofort Ihr Passwort.',
    },
    delisting: {
      title: 'Ein Markt wird eingestellt',
      content:
        '{market}, wo Sie etwas offen haben, wird am {time} eingestellt. Schließen Sie es vorher; in der letzten Stunde lässt sich nichts Neues eröffnen. Was dann noch offen ist, wird für Sie zum Durchschnitt des Index geschlossen, ohne Gebühr (Regel R16).',
    },
    closedByDelisting: {
      title: 'Geschlossen: Markt eingestellt',
      content:
        'Ihr Kontrakt {order} in {market} wurde zum Indexdurchschnitt {price} geschlossen, weil der Markt eingestellt wurde. Es fiel keine Gebühr an (Regel R16).',
    },
    closedBySilence: {
      title: 'Geschlossen: Index ohne Preis',
      content:
        'Ihr Kontrakt {order} in {market} wurde zum letzten Indexdurchschnitt {price} geschlossen, weil der Index eine halbe Stunde lang keinen Preis hatte. Es fiel keine Gebühr an (Regel R16).',
    },
  },
  markets: {
    open: '{market} ist wieder für den Handel geöffnet.',
    'close-only': '{market} nimmt keine neuen Aufträge an. Offenes kann geschlossen und storniert werden.',
    halted: '{market} ist ausgesetzt. Offene Aufträge können storniert werden; liquidiert wird unterdessen nichts.',
    delisting:
      '{market} wird am {time} eingestellt. In der letzten Stunde nimmt der Markt keine neuen Aufträge an. Zu diesem Zeitpunkt werden Aufträge storniert und offene Kontrakte gebührenfrei zum Indexdurchschnitt abgerechnet (Regel R16).',
    delistingCancelled: '{market} bleibt: Die Einstellung am {time} ist abgesagt.',
  },
  mail: {
    subject: 'Ihr Bestätigungscode',
    text: 'Ihr Code lautet {code}. Er gilt 10 Minuten. Geben Sie ihn niemandem.',
    antiPhish: 'Ihr Anti-Phishing-Wort: {word}',
  },
  texts: {
    about: [
      'DeFi ist eine Handels-App für das Telefon und die Börse, an der sie handelt, in einem Prozess.',
      'Version 1.0.0, unter der MIT-Lizenz.',
    ],
    whitePaper: [
      '# Ein Auftrag nach dem anderen',
      'Eine Maschine nimmt die Aufträge aller an, einen nach dem anderen, in der Reihenfolge des Eintreffens, und führt sie nach Preis, dann nach Zeit zusammen. Sie hat keine eigene Uhr und keinen eigenen Zufall: Gleiche Aufträge ergeben gleiche Geschäfte.',
      '# Geld, das aufgeht',
      'Jede Geldbewegung wird zweimal gebucht, dort, wo sie abgeht, und dort, wo sie ankommt, sodass jede Münze stets die Summe null hat. Was beantwortet wird, steht vorher auf der Platte.',
      '# Keine Hand am Kurs',
      'Niemand, auch das Haus nicht, kann einen Preis, einen Tick oder ein Ergebnis festlegen.',
    ],
    privacy: [
      '# Was wir speichern',
      'Wir speichern Ihre E-Mail, einen langsamen Hash Ihres Passworts, Ihre Aufträge und den Verlauf Ihrer Guthaben sowie zu jeder Anmeldung Zeit, Adresse und Browser.',
      '# Ihre Dokumente',
      'Was Sie zum Nachweis Ihrer Identität einreichen, wird verschlüsselt gespeichert, von den Metadaten Ihrer Kamera befreit und nur Ihnen und dem Prüfer gezeigt.',
      '# Keine Tracker',
      'Es gibt keine Tracker und keine Werbung, und kein Dritter erfährt von Ihrem Besuch.',
    ],
    fee: [
      'Handelsgebühren gehören zu jedem Instrument und werden vor dem Auftrag angezeigt. Umbuchungen zwischen Ihren Konten sind kostenlos. Eine Auszahlung zeigt ihre Gebühr vor der Bestätigung.',
      'Das Umtauschen einer Münze in eine andere kostet 0,30 % des erhaltenen Betrags; der angebotene Kurs gilt zehn Sekunden.',
    ],
  },
  articles: {
    price: {
      title: 'Wer den Preis bestimmt',
      summary: 'Ausführung nach Preis, dann nach Zeit; niemand kann hier einen Preis festlegen.',
      text: [
        'Alle Aufträge treffen sich in einem öffentlichen Buch. Der beste Preis kommt zuerst, bei gleichem Preis der frühere Auftrag.',
        'Kein Aufruf, keine Einstellung und kein Befehl des Betreibers kann einen Preis, einen Tick oder ein Ergebnis festlegen. Gehandelt wird, was zusammengeführt wurde.',
        'Jede Änderung eines Guthabens ist ein doppelter Buchungssatz. Der Verlauf Ihrer Vermögenswerte zeigt alle und lässt sich exportieren.',
      ],
    },
    safety: {
      title: 'Schützen Sie Ihr Konto',
      summary: 'Ein Authentifikator, Wiederherstellungscodes und ein Wort gegen Phishing.',
      text: [
        'Verbinden Sie einen Authentifikator. Jeder seiner Codes gilt einmal, und Auszahlungen verlangen einen.',
        'Notieren Sie die zehn Wiederherstellungscodes auf Papier. Jeder entfernt den Authentifikator einmal, falls Sie das Telefon verlieren.',
        'Legen Sie ein eigenes Wort gegen Phishing fest: Es steht in jedem Brief von uns und in keinem anderen.',
      ],
    },
    funds: {
      title: 'Ein- und Auszahlungen',
      summary: 'Wie Geld herein- und hinauskommt und was dafür nötig ist.',
      text: [
        'Einzahlungen sollten innerhalb von 30 Minuten ankommen. Wenn nicht, stellen Sie einen Einzahlungsantrag mit Screenshot.',
        'Auszahlungen verlangen eine bestätigte Identität, einen verbundenen Authentifikator und ein Handelsvolumen von 100 % der Einzahlungen. Der Betrag ist bis zum Ende der Prüfung gesperrt.',
        'Nach dem Zurücksetzen von Passwort oder Authentifikator ist 24 Stunden lang keine Auszahlung möglich.',
      ],
    },
    proof: { title: 'Wer den Preis bestimmt', summary: 'Ein offenes Buch und ein Beweis in Ihrer Hand.', text: [] },
    invite: { title: 'Freunde einladen', summary: 'Ihr Code, Ihre Freunde, Ihr Anteil.', text: [] },
  },
};
