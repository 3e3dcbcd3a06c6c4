/** Passed in, so that tests control the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
