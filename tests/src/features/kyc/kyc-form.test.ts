// Identity form: missing fields, the request, and the draft.
import { describe, expect, it } from 'vitest';
import { type KycForm, kycDraft, kycFaults, kycRequest } from '../../../../src/features/kyc/kyc-form.ts';

const form = (given: Partial<KycForm> = {}): KycForm => ({
  country: 'TW',
  certType: '1',
  fullName: ' Lin Mei ',
  certNo: 'A123456789',
  imgFront: 'image/jpeg;base64url,AA',
  imgBack: 'image/jpeg;base64url,BB',
  have: { imgFront: false, imgBack: false },
  consent: true,
  ...given,
});

describe('identity form', () => {
  it('a complete form is valid and sent with trimmed texts', () => {
    expect(kycFaults(form())).toEqual({});
    expect(kycRequest(form())).toEqual({
      country: 'TW',
      certType: '1',
      fullName: 'Lin Mei',
      certNo: 'A123456789',
      imgFront: 'image/jpeg;base64url,AA',
      imgBack: 'image/jpeg;base64url,BB',
    });
  });

  it.each([
    [{ country: '' }, { country: 'kyc.needCountry' }],
    [{ fullName: ' a ' }, { fullName: 'kyc.needName' }],
    [{ certNo: '123' }, { certNo: 'kyc.needNumber' }],
    [{ certNo: '1'.repeat(41) }, { certNo: 'kyc.needNumber' }],
    [{ imgFront: '' }, { imgFront: 'kyc.needFront' }],
    [{ imgBack: '' }, { imgBack: 'kyc.needBack' }],
    [{ consent: false }, { consent: 'kyc.needConsent' }],
  ] as [Partial<KycForm>, object][])('%j', (part, faults) => expect(kycFaults(form(part))).toEqual(faults));

  it('images that the exchange has are not required again', () => {
    const saved = form({ imgFront: '', imgBack: '', have: { imgFront: true, imgBack: true } });
    expect(kycFaults(saved)).toEqual({});
    expect(Object.keys(kycRequest(saved))).not.toContain('imgFront');
  });

  it('a draft contains the valid fields alone', () => {
    expect(kycDraft(form({ country: '', certNo: 'x', imgBack: '' }))).toEqual({
      certType: '1',
      fullName: 'Lin Mei',
      imgFront: 'image/jpeg;base64url,AA',
    });
  });
});
