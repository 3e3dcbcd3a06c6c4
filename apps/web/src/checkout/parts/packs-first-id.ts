/** The element in which packs are drawn before React is loaded. */
export const PACKS_FIRST_ID = 'packs-first';
