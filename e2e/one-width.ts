/**
 * For journeys that are played in each language and have the same screens at every width: each language at one width. How the screens look
 * at the other one is inspected in `screens/`.
 */
export const WIDTH_OF_LANGUAGE = { ar: '@phone', en: '@pc' } as const;
