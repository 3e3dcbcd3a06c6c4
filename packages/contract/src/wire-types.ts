import {
  accountId,
  isOrderId,
  isPayType,
  LOCAL_CURRENCIES,
  parseUsdDecimal,
  readDisplayId,
  type AccountId,
  type CardSourceId,
  type DisplayId,
  type Estimate,
  type LocalCurrency,
  type OrderId,
  type PayType,
  type RechargeId,
  type UsdCents,
} from '@jawhara/domain';
import * as v from 'valibot';

/** Query strings and forms carry text, JSON bodies carry numbers: both are read. */
const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]),
  v.safeInteger(),
  v.minValue(0),
);

export const wireCount = wholeNumber;

export const wireAccountId = v.pipe(
  wholeNumber,
  v.minValue(1),
  v.transform((value): AccountId => accountId(value)),
);

export const wirePayType = v.pipe(
  wholeNumber,
  v.check(isPayType),
  v.transform((value) => value as PayType),
);

export const wireOrderId = v.pipe(
  v.string(),
  v.check(isOrderId),
  v.transform((value) => value as OrderId),
);

export const wireRechargeId = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9_-]{1,64}$/),
  v.transform((value) => value as RechargeId),
);

export const wireCardSourceId = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{4,100}$/),
  v.transform((value) => value as CardSourceId),
);

/** Reads what a person typed; a site of ours sends plain digits, an old link may not. */
export const wireDisplayId = v.pipe(
  v.string(),
  v.maxLength(64),
  v.rawTransform(({ dataset, addIssue, NEVER }): DisplayId => {
    const reading = readDisplayId(dataset.value);
    if (reading.kind === 'read') return reading.displayId;
    addIssue({ message: reading.kind });
    return NEVER;
  }),
);

/** An amount on the wire is a decimal in dollars. */
export const wireUsd = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): UsdCents => {
    const cents = parseUsdDecimal(dataset.value);
    if (cents !== null) return cents;
    addIssue({ message: 'not an amount' });
    return NEVER;
  }),
);

export const wireTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/),
  v.transform((text) => new Date(text)),
);

/** Of a script or a service; never `javascript:`. */
export const wireAddress = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]\S*$/));

/** The site of the first app asks with source 1. */
export const wireSource = v.optional(wholeNumber);

/** A field of the specification that older clients send and nobody believes: a device says who it is by its cookie. */
export const wireIgnored = v.optional(v.pipe(v.string(), v.maxLength(4_000)));

/** As a JSON value, or as a query or a form writes it. */
export const wireFlag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1, '0', '1', 'true', 'false'])]),
  v.transform((flag) => flag === true || flag === 1 || flag === '1' || flag === 'true'),
);

/** An estimate of a price in the payer's own money. Left out where it is unknown, and where an older server answers. */
export const estimateField = v.optional(
  v.nullable(v.object({ currency: v.picklist(LOCAL_CURRENCIES), value: v.string() })),
);

export function writeEstimate(
  estimate: Estimate | null | undefined,
): { currency: LocalCurrency; value: string } | null {
  return estimate ? { ...estimate } : null;
}
