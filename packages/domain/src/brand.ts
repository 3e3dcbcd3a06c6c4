/**
 * A named primitive type: an `AccountId` is a number at run time. No value has this property. It is not a symbol, because
 * other packages' declarations must be able to name it.
 */
export type Brand<Value, Name extends string> = Value & { readonly '~brand': Name };
