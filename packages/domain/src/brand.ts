/**
 * A named primitive type: an `AccountId` is a plain number at run time, the property exists only in the type. It is not a
 * symbol, because other packages' declarations must be able to name it.
 */
export type Brand<Value, Name extends string> = Value & { readonly '~brand': Name };
