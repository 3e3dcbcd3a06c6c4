import { ORDER_PURPOSES, RECEIPT_STATES, usdCents } from '@jawhara/domain';
import * as fc from 'fast-check';

const cents = fc.nat(1_000_000).map(usdCents);
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

export const receipts = fc.record({
  orderNumber: fc.string({ maxLength: 20 }),
  purpose: fc.constantFrom(...ORDER_PURPOSES),
  gems: fc.nat(1_000_000),
  bonusGems: fc.nat(1_000_000),
  priceUsdCents: cents,
  createdAt: moment,
  state: fc.constantFrom(...RECEIPT_STATES),
  refunded: fc.option(fc.record({ usdCents: cents, at: moment })),
  readAt: moment,
});
