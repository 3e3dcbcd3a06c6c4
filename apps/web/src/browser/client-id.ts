import { randomHex } from './random-id.ts';
import { stored } from './storage/stored.ts';

const CLIENT_ID_BYTES = 16;

export const storedClientId = stored<string>({
  key: 'client_id',
  parse: (json) => (typeof json === 'string' && /^[0-9a-f]{32}$/.test(json) ? json : null),
  format: (id) => id,
});

/** 32 hex digits, made once: the device as the server knows it. */
export function clientId(): string {
  const known = storedClientId.read();
  if (known !== null) return known;
  const made = randomHex(CLIENT_ID_BYTES);
  storedClientId.write(made);
  return made;
}
