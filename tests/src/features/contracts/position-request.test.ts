// @vitest-environment happy-dom
// The sheet of a position ends with the session: it does not open by itself after the next login.
import { expect, it } from 'vitest';
import { openPositionSheet, positionRequest } from '../../../../src/features/contracts/position-request.ts';
import { stored } from '../../../../src/stores/device/storage.ts';

it('is closed when the session ends', () => {
  stored('fxproUserToken').value = 'tok';
  openPositionSheet('close', 1);
  expect(positionRequest.peek()).toEqual({ action: 'close', orderId: 1 });
  stored('fxproUserToken').value = '';
  stored('fxproUserToken').value = 'later';
  expect(positionRequest.peek()).toBeNull();
  stored('fxproUserToken').value = '';
});
