import { stored } from '../../browser/storage/stored.ts';

/** The version this browser has loaded the page anew for: once is enough, whatever came of it. */
export const storedUpdatedTo = stored<string>({
  key: 'updated_to',
  parse: (json) => (typeof json === 'string' ? json : null),
  format: (version) => version,
});
