import { stored } from './stored.ts';

/** The device as a provider's return named it. Kept as specified and trusted for nothing: an address can say anything. */
export const storedReturnDevice = stored<string>({
  key: 'h5_device_id',
  parse: (json) => (typeof json === 'string' && /^[\w-]{1,64}$/.test(json) ? json : null),
  format: (id) => id,
});
