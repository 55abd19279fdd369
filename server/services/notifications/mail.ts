// Letters to people, through the operator's SMTP server; the library is loaded only where there is one.
import type { Phrases, Words } from './messages/message-texts.ts';
import { accountWords } from './messages/languages.ts';

export interface Mail {
  /**
   * Sends a code. Rejects with Error when the mail server does not take it. `antiPhish`: the person's own word, "" for
   * none.
   */
  sendCode(to: string, code: string, language: string, antiPhish: string): Promise<void>;
  /** Sends what also stands as a notice. Rejects as `sendCode`. */
  sendNotice(to: string, words: Words, language: string, antiPhish: string): Promise<void>;
}

/** A mail server that does not answer is given up after this long, in ms. */
const PATIENCE_MS = 15_000;

/** `smtpUrl` as nodemailer reads it ("smtps://user:password@host:465"); `from` is the sender's address. */
export async function createMail(smtpUrl: string, from: string): Promise<Mail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  const send = async (to: string, subject: string, text: string, phrases: Phrases, word: string): Promise<void> => {
    await transport.sendMail({
      from,
      to,
      subject,
      text: word === '' ? text : `${text}\n\n${phrases.antiPhish.replace('{word}', () => word)}`,
    });
  };
  return {
    async sendCode(to, code, language, antiPhish) {
      const phrases = accountWords(language).mail;
      await send(to, phrases.subject, phrases.text.replace('{code}', code), phrases, antiPhish);
    },
    async sendNotice(to, { title, content }, language, antiPhish) {
      await send(to, title, content, accountWords(language).mail, antiPhish);
    },
  };
}
