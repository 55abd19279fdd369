// Letters to people, through the operator's SMTP server; the library is loaded only where there is one.

export interface Mail {
  /** Sends a code. Rejects with Error when the mail server does not take it. */
  sendCode(to: string, code: string, language: string): Promise<void>;
}

/** A mail server that does not answer is given up after this long, in ms. */
const PATIENCE_MS = 15_000;

const LETTERS: Record<string, { subject: string; text: string }> = {
  'en-US': { subject: 'Your verification code', text: 'Your code is {code}. It is good for 10 minutes. Never give it to anybody.' },
  'zh-TW': { subject: '您的驗證碼', text: '您的驗證碼是 {code}，10 分鐘內有效。請勿告訴任何人。' },
};

/** `smtpUrl` as nodemailer reads it ("smtps://user:password@host:465"); `from` is the sender's address. */
export async function createMail(smtpUrl: string, from: string): Promise<Mail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS });
  return {
    async sendCode(to, code, language) {
      const letter = LETTERS[language] ?? LETTERS['en-US'];
      if (!letter) throw new Error('no letter in English');
      await transport.sendMail({ from, to, subject: letter.subject, text: letter.text.replace('{code}', code) });
    },
  };
}
