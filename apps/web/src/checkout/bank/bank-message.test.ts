import { describe, expect, it } from 'vitest';
import { readBankMessage } from './bank-message.ts';

const OWN = 'https://shop.example';
const ORDER = '018f2f9e-0000-7000-8000-000000000001';
const message = (data: unknown, origin = OWN) => new MessageEvent('message', { data, origin });

describe('readBankMessage', () => {
  it('believes our own return page', () => {
    expect(readBankMessage(message({ type: 'bank-returned', orderId: ORDER }), OWN)).toBe(ORDER);
  });

  it('believes nobody else, and nothing else', () => {
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
