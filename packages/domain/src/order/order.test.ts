import { expect, it } from 'vitest';
import { isOrderId, orderMadeAt, type OrderId } from './order.ts';

it('an order’s creation time is read from its id', () => {
  const id = '019a8219-2800-7000-8000-000000000001';
  expect(isOrderId(id)).toBe(true);
  expect(orderMadeAt(id as OrderId)).toEqual(new Date(0x01_9a_82_19_28_00));
});
