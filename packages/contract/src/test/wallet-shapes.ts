import { PAY_TYPES, type PayType } from '@jawhara/domain';
import * as fc from 'fast-check';
import { orderId } from './order-shapes.ts';

const letters = (alphabet: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength: 1, maxLength });
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const payType = fc.constantFrom(...Object.keys(PAY_TYPES).map((code) => Number(code) as PayType));
const host = letters('abc019.-', 60);

export const domainQuestions = fc.record({ payType, domain: host });
export const domainAnswers = fc.record({
  isPayable: fc.boolean(),
  domain: fc.option(host),
  payType: fc.option(payType),
});

export const sessionRequests = fc.record({ orderId, domain: host });
export const sessions = fc.record({ sessionJson: text });

export const payments = fc.record({
  orderId,
  walletToken: letters('abcXYZ019+/=', 300),
  methodType: text,
});
export const results = fc.record({ result: fc.constantFrom<0 | -1 | 1>(0, -1, 1) });
