// Texts of the identity form over a reload: phones end a page to take a picture for it.
import { useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { userInfo } from '../../stores/account/session.ts';
import { CERT_TYPES, type KycForm } from './kyc-form.ts';

/** In the storage of the tab. */
const NAME = 'fxproKycTexts';
/** Without the number of the document and its pictures: the next user of the phone could read them. */
const stored = v.object({
  user: v.number(),
  texts: v.object({ country: v.string(), certType: v.picklist(CERT_TYPES), fullName: v.string() }),
});

/**
 * Stores the texts while the form is open, and gives those of its user back once it is opened again. A form that is
 * left without a reload, by its user or by the end of the session, leaves nothing behind.
 */
export function useTextsOnReload({ country, certType, fullName }: KycForm, onFound: (texts: Partial<KycForm>) => void) {
  const restore = useEffectEvent(() => {
    const found = v.safeParse(stored, storedTexts());
    if (found.success && found.output.user === userInfo.peek()?.user.id) onFound(found.output.texts);
  });
  useEffect(() => {
    restore();
    return () => storeTexts(null);
  }, []);
  useEffect(() => {
    storeTexts({ user: userInfo.peek()?.user.id, texts: { country, certType, fullName } });
  }, [country, certType, fullName]);
}

function storedTexts(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? 'null');
  } catch {
    return null;
  }
}

function storeTexts(texts: object | null): void {
  try {
    if (texts) sessionStorage.setItem(NAME, JSON.stringify(texts));
    else sessionStorage.removeItem(NAME);
  } catch {
    // Without storage the texts end with the page.
  }
}
