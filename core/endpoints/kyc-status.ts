// States of an identity verification (docs/api.md 2.13).

export const KYC_STATUS = { review: 0, passed: 1, failed: 2 } as const;
export type KycStatus = (typeof KYC_STATUS)[keyof typeof KYC_STATUS];
