/** Passed in, so that tests decide what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
