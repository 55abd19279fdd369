// @vitest-environment happy-dom
// The sheet of a position ends with the session, and with the position: it does not open by itself later.
import { beforeEach, expect, it } from 'vitest';
import { openPositionSheet, positionRequest } from '../../../../src/features/contracts/position-request.ts';
import { applyContract, clearContracts } from '../../../../src/stores/account/contract-orders.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { madeContract } from '../terminal/made-contract.ts';

beforeEach(() => {
  clearContracts();
  applyContract(madeContract({ id: 1, status: 1 }));
  applyContract(madeContract({ id: 2, status: 1 }));
});

it('is closed when the session ends', () => {
  stored('fxproUserToken').value = 'tok';
  openPositionSheet('close', 1);
  expect(positionRequest.peek()).toEqual({ action: 'close', orderId: 1 });
  stored('fxproUserToken').value = '';
  stored('fxproUserToken').value = 'later';
  expect(positionRequest.peek()).toBeNull();
  stored('fxproUserToken').value = '';
});

it('is closed when its position is, by a stop-loss or another device: the list has its other tabs again', () => {
  openPositionSheet('triggers', 1);
  applyContract(madeContract({ id: 2, status: 3, updateTime: 200 }));
  expect(positionRequest.peek()).toEqual({ action: 'triggers', orderId: 1 });
  applyContract(madeContract({ id: 1, status: 3, updateTime: 200 }));
  expect(positionRequest.peek()).toBeNull();
  openPositionSheet('triggers', 1);
  expect(positionRequest.peek(), 'from the card of an order whose position is closed by then').toBeNull();
});
