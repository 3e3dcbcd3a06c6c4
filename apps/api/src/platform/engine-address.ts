/** An address of the engine, ingress or admin, and the token that the proxy before it asks for: the engine itself asks for none. */
export interface EngineAddress {
  readonly url: string;
  /** Null where no proxy stands before it: on loopback, in development. */
  readonly token: string | null;
}

/** The proxy removes it again, so that the engine does not store it with the call. */
export function engineHeaders({ token }: EngineAddress): Readonly<Record<string, string>> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
