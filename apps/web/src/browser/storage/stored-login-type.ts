import { stored } from './stored.ts';

const TYPES = ['password', 'facebook', 'google', 'ticket', 'session_key'] as const;

export type LoginType = (typeof TYPES)[number];

/** How somebody signed in here last. */
export const storedLoginType = stored<LoginType>({
  key: 'login_type',
  parse: (json) => TYPES.find((type) => type === json) ?? null,
  format: (type) => type,
});
