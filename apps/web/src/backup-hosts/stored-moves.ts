import { stored } from '../browser/storage/stored.ts';

/** How often this visit has changed hosts. A visit is a window: another one starts at nothing. */
export const storedMoves = stored<number>(
  {
    key: 'host_moves',
    parse: (json) => (typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : null),
    format: (moves) => moves,
  },
  () => globalThis.sessionStorage,
);
