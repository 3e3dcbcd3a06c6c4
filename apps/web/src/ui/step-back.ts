/**
 * Set while the step back that takes the guards' own entry out of the history (back-guard.ts) is on its way. A page put into the
 * history before it is done would be taken out by it: whoever goes somewhere puts it here, and goes when the step is done.
 */
export const stepBack: { next: (() => void) | null } = { next: null };
