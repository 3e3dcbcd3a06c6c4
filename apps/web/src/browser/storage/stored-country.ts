import { stored } from './stored.ts';

/** Where this device was last seen, as our server says: two capital letters. Sent with events; nothing is decided by it. */
export const storedCountry = stored<string>({
  key: 'country',
  parse: (json) => (typeof json === 'string' && /^[A-Z]{2}$/.test(json) ? json : null),
  format: (country) => country,
});
