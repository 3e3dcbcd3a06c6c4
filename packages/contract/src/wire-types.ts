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

/** Query strings and forms have text, JSON bodies have numbers: both are parsed. */
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

/** Parses an id as a person typed it: our site sends plain digits, an old link may not. */
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

/** Amounts on the wire are decimals in dollars. */
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

/** The address of a script or a service; never `javascript:`. */
export const wireAddress = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]\S*$/));

/** The first app's site sends source 1. */
export const wireSource = v.optional(wholeNumber);

/** A specified field that older clients send and that is not used: the cookie identifies the device. */
export const wireIgnored = v.optional(v.pipe(v.string(), v.maxLength(4_000)));

/** A boolean in JSON, or as text in a query or a form. */
export const wireFlag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1, '0', '1', 'true', 'false'])]),
  v.transform((flag) => flag === true || flag === 1 || flag === '1' || flag === 'true'),
);

/** A price estimate in local currency. Missing if it is unknown, or from an older server. */
export const estimateField = v.optional(
  v.nullable(v.object({ currency: v.picklist(LOCAL_CURRENCIES), value: v.string() })),
);

export function writeEstimate(
  estimate: Estimate | null | undefined,
): { currency: LocalCurrency; value: string } | null {
  return estimate ? { ...estimate } : null;
}
