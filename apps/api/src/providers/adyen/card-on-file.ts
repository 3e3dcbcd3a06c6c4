import {
  readCardExpiry,
  type CardExpiry,
  type CardFingerprint,
  type CardScheme,
  type CardSourceId,
} from '@jawhara/domain';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { CardOnFile, PaidCard } from '../provider.ts';

const SCHEMES = { visa: 'visa', mc: 'mastercard' } as const satisfies Record<string, CardScheme>;

/** visa_applepay: the brand of a card that lies in a wallet. */
const IN_A_WALLET = /_(?:applepay|googlepay)$/;

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{4,64}$/));

/** Only what is switched on in the merchant's account comes: all but the card's own digits may be missing. */
const additionalDataSchema = v.object({
  cardSummary: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  cardBin: v.pipe(v.string(), v.regex(/^\d{6,8}$/)),
  expiryDate: v.pipe(v.string(), v.regex(/^\d{1,2}\/20\d\d$/)),
  issuerCountry: v.nullish(v.string()),
  alias: v.nullish(id),
  paymentMethod: v.nullish(v.string()),
  'tokenization.storedPaymentMethodId': v.nullish(id),
  // The older name of the same.
  'recurring.recurringDetailReference': v.nullish(id),
});

type Digits = v.InferOutput<typeof printSchema>;

function expiryOf({ expiryDate }: Pick<Digits, 'expiryDate'>): CardExpiry | null {
  const [month = '', year = ''] = expiryDate.split('/');
  return readCardExpiry(`${month}/${year.slice(2)}`);
}

/** The provider's own name of a card; without it, as much of the card as we may know. */
function fingerprintOf({ alias, cardBin, cardSummary }: Digits, expiry: CardExpiry): CardFingerprint {
  const digest = createHash('sha256').update([cardBin, cardSummary, expiry].join(' ')).digest('base64url');
  return (alias ?? digest.slice(0, 32)) as CardFingerprint;
}

/** Other facts about the card. `sourceId`: the saved card that was sent, which the provider does not name again. */
interface KnownBefore {
  readonly brand: string | null;
  readonly sourceId: CardSourceId | null;
}

/** Null for anything that is not a card we could charge again: such a payment is good all the same. */
export function cardOnFile(additionalData: unknown, { brand, sourceId }: KnownBefore): CardOnFile | null {
  const reading = v.safeParse(additionalDataSchema, additionalData);
  if (!reading.success) return null;
  const data = reading.output;
  const stored =
    data['tokenization.storedPaymentMethodId'] ?? data['recurring.recurringDetailReference'] ?? sourceId;
  const method = data.paymentMethod ?? brand ?? '';
  const expiry = expiryOf(data);
  // A wallet's card has a brand of its own, visa_applepay: it is the wallet's, not the payer's to keep here.
  if (!stored || !Object.hasOwn(SCHEMES, method) || expiry === null) return null;
  return {
    sourceId: stored as CardSourceId,
    fingerprint: fingerprintOf(data, expiry),
    scheme: SCHEMES[method as keyof typeof SCHEMES],
    last4: data.cardSummary,
    bin: data.cardBin,
    issuerCountry: data.issuerCountry ?? null,
    expiry,
  };
}

const seenSchema = v.pick(additionalDataSchema, ['cardSummary', 'paymentMethod']);
const printSchema = v.pick(additionalDataSchema, ['alias', 'cardBin', 'cardSummary', 'expiryDate']);

/** Said of every card, kept or not, and of a wallet's too. */
export function cardSeen(additionalData: unknown, brand: string | null): PaidCard | null {
  const seen = v.safeParse(seenSchema, additionalData);
  if (!seen.success) return null;
  const method = seen.output.paymentMethod ?? brand;
  if (!method) return null;
  const print = v.safeParse(printSchema, additionalData);
  const expiry = print.success ? expiryOf(print.output) : null;
  // A receipt says whose card it was, in a wallet or not.
  const brandName = method.replace(IN_A_WALLET, '');
  return {
    scheme: Object.hasOwn(SCHEMES, brandName) ? SCHEMES[brandName as keyof typeof SCHEMES] : method,
    last4: seen.output.cardSummary,
    fingerprint: print.success && expiry !== null ? fingerprintOf(print.output, expiry) : null,
    ...(method.endsWith('_googlepay') ? { wallet: 'google-pay' } : {}),
  };
}

const prefixSchema = v.object({ cardBin: additionalDataSchema.entries.cardBin });

export function cardPrefixOf(additionalData: unknown): { readonly cardPrefix?: string } {
  const reading = v.safeParse(prefixSchema, additionalData);
  return reading.success ? { cardPrefix: reading.output.cardBin } : {};
}
