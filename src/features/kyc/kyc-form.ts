// Rules of the identity form: what it asks for, and what is still missing.
import type { Faults } from '../../hooks/use-form.ts';
import type { Words } from '../../locales/languages.ts';

/** ID card, driving licence, passport, as the wire numbers them. */
export const CERT_TYPES = ['1', '2', '3'] as const;
export type CertType = (typeof CERT_TYPES)[number];

/** Pictures are `image/jpeg;base64url,...`; `have` tells which of them the exchange keeps already. */
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

export function kycFaults(form: KycForm): Faults<KycForm> {
  const { country, fullName, certNo, imgFront, imgBack, have, consent } = form;
  const faults: { [K in keyof KycForm]?: keyof Words | undefined } = {
    country: country === '' ? 'kyc.needCountry' : undefined,
    fullName: lengthIn(fullName, 2, 80) ? undefined : 'kyc.needName',
    certNo: lengthIn(certNo, 4, 40) ? undefined : 'kyc.needNumber',
    imgFront: imgFront !== '' || have.imgFront ? undefined : 'kyc.needFront',
    imgBack: imgBack !== '' || have.imgBack ? undefined : 'kyc.needBack',
    consent: consent ? undefined : 'kyc.needConsent',
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as Faults<KycForm>;
}

function lengthIn(text: string, least: number, most: number): boolean {
  const length = [...text.trim()].length;
  return length >= least && length <= most;
}

/** What is sent: a picture that the exchange has and that was not taken anew stays as it is. */
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

/** What of a draft can be kept: only fields that are right alone, so that the exchange takes them. */
export function kycDraft(form: KycForm): Partial<ReturnType<typeof kycRequest>> {
  const faults = kycFaults(form);
  return Object.fromEntries(
    Object.entries(kycRequest(form)).filter(([field]) => faults[field as keyof KycForm] === undefined),
  );
}
