import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderNumber, plainOrderNumber, readOrderNumber } from './order-number.ts';
import { isOrderId, type OrderId } from './order.ts';

const id = (text: string) => text as OrderId;
const anyId = fc.uuid({ version: 7 }).map(id);

it('order numbers are stable: fixed order ids always give the same numbers', () => {
  expect(orderNumber(id('019a8b5e-7c00-7000-8000-000000000000'))).toBe('JW-0000-00000');
  expect(orderNumber(id('019a8b5e-7c00-7000-8000-000000000001'))).toBe('JW-0000-00001');
  expect(orderNumber(id('019a8b5e-7c00-7000-8000-00000000001f'))).toBe('JW-0000-0000Z');
  expect(orderNumber(id('019a8b5e-7c00-7000-8000-000000000020'))).toBe('JW-0000-00010');
  expect(orderNumber(id('019a8b5e-7c00-7000-8000-ffffffffffff'))).toBe('JW-ZZZZ-ZZZZZ');
});

it('an order number contains no easily misread letter: no I, L, O or U', () => {
  fc.assert(
    fc.property(anyId, (orderId) =>
      /^JW-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/.test(orderNumber(orderId)),
    ),
  );
});

it('an order number reveals no time or sales volume: only the random end of the id counts', () => {
  fc.assert(
    fc.property(anyId, anyId, (one, other) => {
      const sameEnd = id(`${one.slice(0, 24)}${other.slice(24)}`);
      expect(orderNumber(sameEnd)).toBe(orderNumber(other));
    }),
  );
});

it('two order ids that differ in one of the last 45 bits have different order numbers', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, (1n << 45n) - 1n), fc.nat(44), (bits, flipped) => {
      const number = (value: bigint) =>
        orderNumber(id(`019a8b5e-7c00-7000-8000-${value.toString(16).padStart(12, '0')}`));
      expect(number(bits)).not.toBe(number(bits ^ (1n << BigInt(flipped))));
    }),
  );
});

it('an order number typed with spaces, lower case or lookalike letters is read as the same number', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, (1n << 45n) - 1n), (bits) => {
      const number = orderNumber(id(`019a8b5e-7c00-7000-8000-${bits.toString(16).padStart(12, '0')}`));
      const spoken = number.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
      expect(readOrderNumber(number)).toBe(Number(bits));
      expect(readOrderNumber(` ${spoken} `)).toBe(Number(bits));
    }),
  );
  const number = readOrderNumber('JW-7JWK-2VV11');
  expect(number).not.toBeNull();
  for (const spoken of ['7JWK-2VV11', 'jw7jwk2vv11', 'JW - 7jwk 2UU1I', 'JW-7JWK-2UVLI'])
    expect(readOrderNumber(spoken)).toBe(number);
  for (const spoken of ['JW7K-2VV11', 'jw7k2vv11', 'JW-JW7K-2VV11'])
    expect(readOrderNumber(spoken)).toBe(readOrderNumber('JW JW7K 2VV11'));
  expect(readOrderNumber('JW7K-2VV11')).not.toBeNull();
  for (const wrong of ['', 'JW-', 'JW-7F3K-2048', 'JW-7F3K-204811', 'JW-7F3K-2048!', '7FJW3K-20481']) {
    expect(readOrderNumber(wrong)).toBeNull();
  }
});

it('a typed order number is rewritten in our own form', () => {
  expect(plainOrderNumber(' jw 7f3k 2o48l ')).toBe('JW-7F3K-20481');
  expect(plainOrderNumber('my order')).toBeNull();
});

it('an order id must be a lower-case UUID with nothing around it', () => {
  fc.assert(fc.property(fc.uuid(), (uuid) => isOrderId(uuid)));
  const real = '019a8b5e-7c00-7000-8000-0123456789ab';
  for (const wrong of [
    '',
    real.toUpperCase(),
    ` ${real}`,
    `${real}\n`,
    `${real}0`,
    real.slice(1),
    real.replaceAll('-', ''),
    `${real}' or 1=1`,
  ]) {
    expect(isOrderId(wrong)).toBe(false);
  }
});
