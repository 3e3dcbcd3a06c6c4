import { word } from '../../words/word.ts';

/** NAV-04: the games of the app. */
export const GAMES = [
  { id: 'ludo', name: () => word('games.ludo') },
  { id: 'jackaroo', name: () => word('games.jackaroo') },
  { id: 'billiards', name: () => word('games.billiards') },
  { id: 'carrom', name: () => word('games.carrom') },
] as const;
