declare const brand: unique symbol;

/** A primitive with a name: an `AccountId` is a number at run time and nothing else in the types. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
