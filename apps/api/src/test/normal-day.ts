/** For the tests of a normal day: random numbers from a seed, so that a day can be repeated, and the hours of visits. */

export function seededChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A random hour of the day. More than half of all visits (58 %) are between eight in the evening and midnight. */
export function hourOfVisit(chance: () => number): number {
  return chance() < 0.5 ? 20 + chance() * 4 : chance() * 24;
}
