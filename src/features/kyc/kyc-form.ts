// Validation and request of the identity form.
import type { FieldErrors } from '../../hooks/use-form.ts';

/** Codes of the API: ID card, driving licence, passport. */
export const CERT_TYPES = ['1', '2', '3'] as const;
export type CertType = (typeof CERT_TYPES)[number];

/** Images are `image/jpeg;base64url,...`; `have`: those that the exchange already has. */
export interface KycForm {
  country: string;
  certType: CertType;
  fullName: string;
  certNo: string;
  imgFront: string;
  imgBack: string;
  have: { imgFront: boolean; imgBack: boolean };
  consent: boolean;
}

export function kycFaults(form: KycForm): FieldErrors<KycForm> {
  const { country, fullName, certNo, imgFront, imgBack, have, consent } = form;
  return {
    country: country === '' ? 'kyc.needCountry' : undefined,
    fullName: lengthIn(fullName, 2, 80) ? undefined : 'kyc.needName',
    certNo: lengthIn(certNo, 4, 40) ? undefined : 'kyc.needNumber',
    imgFront: imgFront !== '' || have.imgFront ? undefined : 'kyc.needFront',
    imgBack: imgBack !== '' || have.imgBack ? undefined : 'kyc.needBack',
    consent: consent ? undefined : 'kyc.needConsent',
  };
}

function lengthIn(text: string, least: number, most: number): boolean {
  const length = [...text.trim()].length;
  return length >= least && length <= most;
}

/** The request. An image that was not taken again is omitted and stays as it is. */
export function kycRequest({ country, certType, fullName, certNo, imgFront, imgBack }: KycForm) {
  return {
    country,
    certType,
    fullName: fullName.trim(),
    certNo: certNo.trim(),
    ...(imgFront !== '' && { imgFront }),
    ...(imgBack !== '' && { imgBack }),
  };
}

/** The request that stores a draft: the valid fields alone, because the exchange refuses invalid ones. */
export function kycDraft(form: KycForm): Partial<ReturnType<typeof kycRequest>> {
  const faults = kycFaults(form);
  return Object.fromEntries(
    Object.entries(kycRequest(form)).filter(([field]) => faults[field as keyof KycForm] === undefined),
  );
}
