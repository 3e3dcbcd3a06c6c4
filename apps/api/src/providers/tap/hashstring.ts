import { decimalsOf } from '@jawhara/domain';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

const text = v.nullish(v.union([v.string(), v.number()]), '');

/** Fields that the signature covers. Our own reference and the code of a refusal are not among them. */
const signedSchema = v.object({
  id: v.string(),
  amount: v.union([v.number(), v.string()]),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  status: v.string(),
  reference: v.nullish(v.object({ gateway: text, payment: text })),
  transaction: v.nullish(v.object({ created: text })),
  created: text,
});

/** "9.990" of dinars, "9.99" of dollars: with all the decimals of its currency, whatever JSON made of it. */
function printed(amount: number | string, currency: string): string | null {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(String(amount));
  if (!match) return null;
  const decimals = decimalsOf(currency);
  const fraction = (match[2] ?? '').padEnd(decimals, '0');
  if (fraction.length > decimals) return null;
  return decimals === 0 ? `${match[1]}` : `${match[1]}.${fraction}`;
}

/** The text that is signed. Null for what cannot have been signed. */
export function signedText(body: unknown): string | null {
  const reading = v.safeParse(signedSchema, body);
  if (!reading.success) return null;
  const { id, amount, currency, status, reference, transaction, created } = reading.output;
  const decimal = printed(amount, currency);
  if (decimal === null) return null;
  return [
    `x_id${id}`,
    `x_amount${decimal}`,
    `x_currency${currency}`,
    `x_gateway_reference${reference?.gateway ?? ''}`,
    `x_payment_reference${reference?.payment ?? ''}`,
    `x_status${status}`,
    `x_created${transaction?.created || created}`,
  ].join('');
}

const HASH = /^[0-9a-f]{64}$/i;

export function isSigned(body: unknown, hashstring: unknown, secretKey: string): boolean {
  const signed = signedText(body);
  // Two headers of that name are a list, and a list is no signature.
  if (signed === null || typeof hashstring !== 'string' || !HASH.test(hashstring)) return false;
  const right = createHmac('sha256', secretKey).update(signed).digest();
  return timingSafeEqual(right, Buffer.from(hashstring, 'hex'));
}
