/** Where the packs are drawn before React is there. */
export const PACKS_FIRST_ID = 'packs-first';
