import { stored } from './stored.ts';

/** What a login handed over: whoever has it is that account. Never taken from a link, which anybody may write. */
export const storedSessionKey = stored<string>({
  key: 'session_key',
  parse: (json) => (typeof json === 'string' && /^[0-9a-f]{64}$/.test(json) ? json : null),
  format: (key) => key,
});
