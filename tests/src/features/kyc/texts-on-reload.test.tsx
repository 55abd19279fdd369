// @vitest-environment happy-dom
// Texts of the identity form over a reload: for their user, without the document, and gone once the form is left.
import { act, useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KycForm } from '../../../../src/features/kyc/kyc-form.ts';
import { useTextsOnReload } from '../../../../src/features/kyc/texts-on-reload.ts';
import { clearSession } from '../../../../src/stores/account/session.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { logInAs } from '../../../support/browser/stored-session.ts';

const EMPTY: KycForm = {
  country: '',
  certType: '1',
  fullName: '',
  certNo: '',
  imgFront: '',
  imgBack: '',
  have: { imgFront: false, imgBack: false },
  consent: false,
};
const TYPED: KycForm = {
  ...EMPTY,
  country: 'TW',
  certType: '3',
  fullName: 'Lin Mei',
  certNo: 'A123456789',
  imgFront: 'image/jpeg;base64url,AA',
  consent: true,
};

const place = reactRoot();
let shown: KycForm;
let type: (form: KycForm) => void;

function Form() {
  const [form, setForm] = useState(EMPTY);
  useTextsOnReload(form, (texts) => setForm((before) => ({ ...before, ...texts })));
  useEffect(() => {
    shown = form;
    type = setForm;
  }, [form]);
  return null;
}

const open = (): Promise<void> => act(async () => place.root.render(<Form />));
const leave = (): Promise<void> => act(async () => place.root.render(null));

/** A reload of the tab: nothing of the page runs at its end. */
async function reload(): Promise<void> {
  const items = { ...sessionStorage };
  await leave();
  for (const [name, value] of Object.entries(items)) sessionStorage.setItem(name, value);
  await open();
}

beforeEach(async () => {
  sessionStorage.clear();
  logInAs(7);
  await open();
  await act(async () => type(TYPED));
});
afterEach(async () => {
  await leave();
  clearSession();
});

it('are there after a reload, without number and pictures of the document', async () => {
  expect(Object.values({ ...sessionStorage }).join()).not.toMatch(/A123456789|base64/);
  await reload();
  expect(shown).toEqual({ ...EMPTY, country: 'TW', certType: '3', fullName: 'Lin Mei' });
});

it('are not there for another user, and gone once the form was left', async () => {
  logInAs(8);
  await reload();
  expect(shown).toEqual(EMPTY);
  await act(async () => type(TYPED));
  await leave();
  expect(sessionStorage).toHaveLength(0);
});

it('of an older page or another program are ignored', async () => {
  const name = Object.keys({ ...sessionStorage })[0]!;
  for (const text of ['{', 'null', '{"user":7,"texts":{"certType":"9"}}']) {
    await leave();
    sessionStorage.setItem(name, text);
    await open();
    expect(shown).toEqual(EMPTY);
  }
});
