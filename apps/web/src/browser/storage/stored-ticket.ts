import { stored } from './stored.ts';

/** The last ticket of the app that was answered, by yes or by no: the same link asks only once. */
export const storedTicket = stored<string>({
  key: 'login_ticket',
  parse: (json) => (typeof json === 'string' ? json : null),
  format: (ticket) => ticket,
});
