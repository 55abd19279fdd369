// Mails to users through the operator's SMTP server; the library is loaded only when one is set.
import type { MailTexts, NoticeText } from './messages/message-texts.ts';
import { messagesIn } from './messages/languages.ts';

export interface Mail {
  /** Rejects with Error when the mail server does not accept it. `antiPhish`: the user's own word, "" for none. */
  sendCode(to: string, code: string, language: string, antiPhish: string): Promise<void>;
  /** Sends the text of a notice. Rejects as `sendCode`. */
  sendNotice(to: string, text: NoticeText, language: string, antiPhish: string): Promise<void>;
}

/** Timeout of connecting, greeting and sending, in ms. */
const TIMEOUT_MS = 15_000;

/** `smtpUrl` in nodemailer's format ("smtps://user:password@host:465"); `from` is the sender's address. */
export async function createMail(smtpUrl: string, from: string): Promise<Mail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const send = async (to: string, subject: string, text: string): Promise<void> => {
    await transport.sendMail({ from, to, subject, text });
  };
  return {
    async sendCode(to, code, language, antiPhish) {
      const texts = messagesIn(language).mail;
      await send(to, texts.subject, withWord(texts.text.replace('{code}', code), texts, antiPhish));
    },
    async sendNotice(to, { title, content }, language, antiPhish) {
      await send(to, title, withWord(content, messagesIn(language).mail, antiPhish));
    },
  };
}

/** The text with the user's own word below it, unless that is "". */
function withWord(text: string, texts: MailTexts, word: string): string {
  return word === '' ? text : `${text}\n\n${texts.antiPhish.replace('{word}', () => word)}`;
}
