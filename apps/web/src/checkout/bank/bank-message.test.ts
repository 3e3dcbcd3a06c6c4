import { describe, expect, it } from 'vitest';
import { readBankMessage } from './bank-check.tsx';

const OWN = 'https://shop.example';
const ORDER = '018f2f9e-0000-7000-8000-000000000001';
const message = (data: unknown, origin = OWN) => new MessageEvent('message', { data, origin });

describe('readBankMessage', () => {
  it('a message from the site’s own return page is accepted as the return from the bank', () => {
    expect(readBankMessage(message({ type: 'bank-returned', orderId: ORDER }), OWN)).toEqual({
      orderId: ORDER,
      proof: null,
    });
  });

  it('the proof of the bank’s check in the return message is passed on', () => {
    const data = { type: 'bank-returned', orderId: ORDER, redirectResult: 'eyJ0cmFuc1N0YXR1cyI6IlkifQ' };
    expect(readBankMessage(message(data), OWN)?.proof).toEqual({
      redirectResult: 'eyJ0cmFuc1N0YXR1cyI6IlkifQ',
    });
    for (const redirectResult of ['', null, 7, {}]) {
      expect(readBankMessage(message({ ...data, redirectResult }), OWN)?.proof).toBeNull();
    }
  });

  it('messages from other origins or of another form are not accepted as the return from the bank', () => {
    expect(
      readBankMessage(message({ type: 'bank-returned', orderId: ORDER }, 'https://bank.example'), OWN),
    ).toBeNull();
    expect(readBankMessage(message({ type: 'bank-returned', orderId: ORDER }, ''), OWN)).toBeNull();
    for (const data of [
      null,
      'bank-returned',
      7,
      {},
      { type: 'bank-returned' },
      { type: 'other', orderId: ORDER },
      { type: 'bank-returned', orderId: 'x' },
    ]) {
      expect(readBankMessage(message(data), OWN)).toBeNull();
    }
  });
});
