import * as v from 'valibot';

/** A whole number; apps in languages without types write some of theirs as text. */
export const wireWhole = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))]),
  v.safeInteger(),
);
