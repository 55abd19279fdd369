// How safe an account is, by what its owner has set up.

export interface Safety {
  /** An authenticator is bound. */
  google: boolean;
  /** The identity is verified. */
  kyc: boolean;
  /** Letters carry a word of the owner's choice. */
  phrase: boolean;
}
export const LEVELS = ['low', 'medium', 'high'] as const;
export type Level = (typeof LEVELS)[number];

/** Without a second factor a stolen password is enough: no account without it is more than low. */
export function securityLevel({ google, kyc, phrase }: Safety): Level {
  if (!google) return 'low';
  return kyc && phrase ? 'high' : 'medium';
}
