import { randomHex } from './random-id.ts';
import { stored } from './storage/stored.ts';

const ANONYMOUS_ID_BYTES = 32;

export const storedAnonymousId = stored<string>({
  key: 'anonymous_id',
  parse: (json) => (typeof json === 'string' && /^[0-9a-f]{64}$/.test(json) ? json : null),
  format: (id) => id,
});

/** 64 hex digits, made once: whom analytics counts where nobody is signed in. Says nothing to the server of who pays. */
export function anonymousId(): string {
  const known = storedAnonymousId.read();
  if (known !== null) return known;
  const made = randomHex(ANONYMOUS_ID_BYTES);
  storedAnonymousId.write(made);
  return made;
}
