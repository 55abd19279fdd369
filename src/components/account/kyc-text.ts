// The state of an identity verification in words.
import { KYC_STATUS } from '../../../core/endpoints/kyc-status.ts';
import type { Translate } from '../../locales/use-translation.ts';

/** `status` undefined: nothing was handed in. */
export function kycText(status: number | undefined, t: Translate): string {
  switch (status) {
    case KYC_STATUS.review:
      return t('kyc.review');
    case KYC_STATUS.passed:
      return t('kyc.passed');
    case KYC_STATUS.failed:
      return t('kyc.failed');
    default:
      return t('kyc.none');
  }
}
