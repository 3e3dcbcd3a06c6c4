/**
 * For journeys that run in each language and have the same screens at every width: each language runs at one width. `screens/`
 * inspects the screens at the other one.
 */
export const WIDTH_OF_LANGUAGE = { ar: '@phone', en: '@pc' } as const;
