// Security level of an account, from the protections that are set up.

export interface Protections {
  /** An authenticator is bound. */
  google: boolean;
  /** The identity is verified. */
  kyc: boolean;
  /** Emails carry the user's anti-phishing phrase. */
  phrase: boolean;
}
export const SECURITY_LEVELS = ['low', 'medium', 'high'] as const;
export type SecurityLevel = (typeof SECURITY_LEVELS)[number];

/** Low without a second factor: a stolen password is then sufficient. */
export function securityLevel({ google, kyc, phrase }: Protections): SecurityLevel {
  if (!google) return 'low';
  return kyc && phrase ? 'high' : 'medium';
}
