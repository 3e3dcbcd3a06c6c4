/** Beyond the tries of the specification the page keeps looking, gently: gems that arrive are seen within five seconds. */
export const SLOW_POLL_INTERVAL_MS = 4_000;

/** How often a sending without an answer is repeated under the same request id before the page says it does not know. */
export const PLACE_TRIES_MAX = 5;
export const PLACE_AGAIN_AFTER_MS = 1_000;

export const READ_ORDER_AGAIN_AFTER_MS = 500;
export const READ_ORDER_AGAIN_MAX_MS = 8_000;

/** The longest a bank's check is waited for with its page open. */
export const BANK_CHECK_WAIT_MS = 10 * 60_000;

/** The provider's page has taken our place by then, or something keeps it from doing so and the payer must be told. */
export const STILL_HERE_AFTER_MS = 8_000;
