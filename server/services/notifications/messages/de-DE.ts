// Notices, mails and articles in German.
import type { Messages } from './message-texts.ts';

export const messages: Messages = {
  notices: {
    welcome: {
      title: 'Willkommen',
      content:
        'Ihr Konto ist bereit. Aktivieren Sie einen Authenticator und verifizieren Sie Ihre Identität, bevor Sie auszahlen.',
    },
    newLogin: {
      title: 'Neue Anmeldung',
      content: 'Neue Anmeldung in Ihrem Konto von {ip}. Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort.',
    },
    passwordChanged: {
      title: 'Passwort geändert',
      content:
        'Ihr Passwort wurde geändert, alle anderen Sitzungen wurden beendet. Auszahlungen sind 24 Stunden gesperrt.',
    },
    passwordReset: {
      title: 'Passwort zurückgesetzt',
      content:
        'Ihr Passwort wurde per E-Mail zurückgesetzt. Alle Sitzungen wurden beendet, Auszahlungen sind 24 Stunden gesperrt.',
    },
    googleBound: {
      title: 'Authenticator aktiv',
      content: 'Ihr Authenticator ist aktiv. Bewahren Sie Ihre Wiederherstellungscodes sicher auf.',
    },
    googleReset: {
      title: 'Authenticator abgeschaltet',
      content: 'Ihr Authenticator wurde abgeschaltet. Auszahlungen sind 24 Stunden gesperrt.',
    },
    googleReview: {
      title: 'Zurücksetzen des Authenticators in Prüfung',
      content: 'Wir haben Ihr Foto erhalten. Bis zum Ende der Prüfung bleibt der Authenticator aktiv.',
    },
    kycPassed: { title: 'Identität verifiziert', content: 'Ihre Identität ist verifiziert.' },
    kycFailed: {
      title: 'Identitätsprüfung fehlgeschlagen',
      content: 'Bitte korrigieren Sie diese Felder: {fields}.',
    },
    frozen: {
      title: 'Konto eingeschränkt',
      content: 'Handel und Auszahlungen sind gestoppt: {reason}. Bitte wenden Sie sich an den Support.',
    },
    unfrozen: { title: 'Konto wieder frei', content: 'Ihr Konto ist nicht mehr eingeschränkt.' },
    depositArrived: {
      title: 'Einzahlung gutgeschrieben',
      content: '{amount} {coin} wurden Ihrem Spot-Konto gutgeschrieben.',
    },
    depositRefused: {
      title: 'Einzahlungsantrag abgelehnt',
      content: 'Ihr Einzahlungsantrag über {amount} {coin} wurde abgelehnt: {reason}.',
    },
    withdrawArrived: {
      title: 'Auszahlung abgeschlossen',
      content: 'Ihre Auszahlung von {amount} {coin} ist im Netzwerk bestätigt.',
    },
    withdrawRefused: {
      title: 'Auszahlung abgelehnt',
      content: 'Ihre Auszahlung von {amount} {coin} wurde abgelehnt: {reason}. Der Betrag ist wieder verfügbar.',
    },
    addressAdded: {
      title: 'Auszahlungsadresse hinzugefügt',
      content:
        'Die Adresse {address} wurde Ihren Auszahlungsadressen hinzugefügt. Wenn Sie das nicht waren, entfernen Sie sie und ändern Sie sofort Ihr Passwort.',
    },
    addressRemoved: {
      title: 'Auszahlungsadresse entfernt',
      content:
        'Die Adresse {address} wurde aus Ihren Auszahlungsadressen entfernt. Wenn Sie das nicht waren, beenden Sie alle anderen Sitzungen und ändern Sie sofort Ihr Passwort.',
    },
    antiPhishChanged: {
      title: 'Anti-Phishing-Wort geändert',
      content:
        'Ihr Anti-Phishing-Wort wurde geändert; die nächsten E-Mails zeigen das neue. Wenn Sie das nicht waren, beenden Sie alle anderen Sitzungen und legen Sie ein anderes Wort fest.',
    },
    delisting: {
      title: 'Markt wird eingestellt',
      content:
        '{market} wird am {time} eingestellt. Sie haben dort offene Orders oder Positionen; schließen Sie sie vorher. In der letzten Stunde lässt sich nichts Neues eröffnen. Was dann noch offen ist, wird gebührenfrei zum durchschnittlichen Indexpreis geschlossen (Regel R16).',
    },
    closedByDelisting: {
      title: 'Geschlossen: Markt eingestellt',
      content:
        'Ihr Kontrakt {order} in {market} wurde zum durchschnittlichen Indexpreis {price} geschlossen, weil der Markt eingestellt wurde. Es fiel keine Gebühr an (Regel R16).',
    },
    closedBySilence: {
      title: 'Geschlossen: kein Indexpreis',
      content:
        'Ihr Kontrakt {order} in {market} wurde zum letzten durchschnittlichen Indexpreis {price} geschlossen, weil der Index 30 Minuten keinen Preis hatte. Es fiel keine Gebühr an (Regel R16).',
    },
  },
  markets: {
    open: '{market} ist wieder für den Handel geöffnet.',
    'close-only': '{market} nimmt keine neuen Orders an. Sie können Positionen schließen und Orders stornieren.',
    halted: '{market} ist ausgesetzt. Sie können offene Orders stornieren; währenddessen wird nichts liquidiert.',
    delisting:
      '{market} wird am {time} eingestellt. In der letzten Stunde nimmt der Markt keine neuen Orders an. Dann werden Orders storniert und offene Kontrakte gebührenfrei zum durchschnittlichen Indexpreis abgerechnet (Regel R16).',
    delistingCancelled: '{market} bleibt gelistet: Die Einstellung am {time} ist abgesagt.',
  },
  mail: {
    subject: 'Ihr Bestätigungscode',
    text: 'Ihr Code lautet {code}. Er gilt 10 Minuten. Geben Sie ihn nie weiter.',
    antiPhish: 'Ihr Anti-Phishing-Wort: {word}',
  },
  texts: {
    about: [
      'DeFi ist eine Handels-App für das Handy und die Börse dahinter, in einem Prozess.',
      'Version 1.0.0, MIT-Lizenz.',
    ],
    whitePaper: [
      '# Eine Order nach der anderen',
      'Die Matching-Engine nimmt alle Orders einzeln in der Reihenfolge ihres Eingangs an und führt sie nach Preis, dann nach Zeit aus. Sie nutzt weder Uhr noch Zufall: Gleiche Orders ergeben immer gleiche Trades.',
      '# Geld, das aufgeht',
      'Jede Bewegung wird zweimal gebucht, beim Abgang und beim Eingang, sodass jeder Coin stets die Summe null hat. Jede Änderung ist gespeichert, bevor Sie eine Antwort erhalten.',
      '# Niemand bestimmt den Preis',
      'Niemand, auch nicht die Börse, kann einen Preis, einen Tick oder ein Ergebnis festlegen.',
    ],
    privacy: [
      '# Was wir speichern',
      'Wir speichern Ihre E-Mail, einen langsamen Hash Ihres Passworts, Ihre Orders und den Verlauf Ihrer Guthaben sowie zu jeder Anmeldung Zeit, IP-Adresse und Browser.',
      '# Ihre Dokumente',
      'Ihre Ausweisdokumente werden verschlüsselt und ohne Kamera-Metadaten gespeichert. Nur Sie und der Prüfer können sie sehen.',
      '# Keine Tracker',
      'Wir nutzen keine Tracker und keine Werbung und geben Ihre Besuche an niemanden weiter.',
    ],
    fee: [
      'Jeder Markt hat eigene Handelsgebühren; Sie sehen sie vor der Order. Überträge zwischen Ihren Konten sind kostenlos. Eine Auszahlung zeigt ihre Gebühr vor der Bestätigung.',
      'Der Tausch eines Coins in einen anderen kostet 0,30 % des erhaltenen Betrags; der Kurs ist zehn Sekunden gültig.',
    ],
  },
  articles: {
    price: {
      title: 'Wer den Preis bestimmt',
      summary: 'Ausführung nach Preis, dann nach Zeit; niemand kann einen Preis festlegen.',
      text: [
        'Alle Orders treffen sich in einem öffentlichen Orderbuch. Der beste Preis wird zuerst ausgeführt, bei gleichem Preis die früheste Order.',
        'Kein API-Aufruf, keine Einstellung und kein Befehl des Betreibers kann einen Preis, einen Tick oder ein Ergebnis festlegen. Trades entstehen nur aus Orders.',
        'Jede Änderung eines Guthabens wird doppelt gebucht. Unter Vermögen, Verlauf sehen und exportieren Sie alle.',
      ],
    },
    safety: {
      title: 'Schützen Sie Ihr Konto',
      summary: 'Ein Authenticator, Wiederherstellungscodes und ein Anti-Phishing-Wort.',
      text: [
        'Aktivieren Sie einen Authenticator. Jeder seiner Codes gilt einmal, und jede Auszahlung braucht einen.',
        'Notieren Sie die zehn Wiederherstellungscodes auf Papier. Wenn Sie Ihr Handy verlieren, schaltet jeder Code den Authenticator einmal ab.',
        'Legen Sie ein Anti-Phishing-Wort fest: Es erscheint in jeder E-Mail von uns und in keiner anderen.',
      ],
    },
    funds: {
      title: 'Ein- und Auszahlungen',
      summary: 'So funktionieren Ein- und Auszahlungen, und das brauchen Sie dafür.',
      text: [
        'Einzahlungen sollten innerhalb von 30 Minuten ankommen. Wenn nicht, stellen Sie einen Einzahlungsantrag mit Screenshot.',
        'Eine Auszahlung braucht eine verifizierte Identität, einen aktiven Authenticator und ein Handelsvolumen von 100 % Ihrer Einzahlungen. Der Betrag ist während der Prüfung eingefroren.',
        'Nach dem Zurücksetzen von Passwort oder Authenticator sind Auszahlungen 24 Stunden gesperrt.',
      ],
    },
    proof: {
      title: 'Wer den Preis bestimmt',
      summary: 'Ein offenes Orderbuch und Nachweise, die Sie prüfen können.',
      text: [],
    },
    invite: {
      title: 'Freunde einladen',
      summary: 'Teilen Sie Ihren Code und verdienen Sie an den Gebühren mit.',
      text: [],
    },
  },
};
