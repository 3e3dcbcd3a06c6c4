/**
 * A primitive with a name: an `AccountId` is a number at run time and nothing else in the types. No value has the property. It has a
 * name and is no symbol, because the declarations of other packages must be able to write it.
 */
export type Brand<Value, Name extends string> = Value & { readonly '~brand': Name };
