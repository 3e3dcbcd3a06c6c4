/** After the specified number of tries the page polls slowly: gems that arrive are seen within five seconds. */
export const SLOW_POLL_INTERVAL_MS = 4_000;

/**
 * How often a request is sent under the same request id if no answer comes. After that the page says that the result is unknown.
 */
export const PLACE_TRIES_MAX = 5;
export const PLACE_AGAIN_AFTER_MS = 1_000;

export const READ_ORDER_AGAIN_AFTER_MS = 500;
export const READ_ORDER_AGAIN_MAX_MS = 8_000;

/** The longest time that a bank's check may take while its page is open. */
export const BANK_CHECK_WAIT_MS = 10 * 60_000;

/** After this time the provider's page has replaced ours, or something blocks the redirect and the page must say so. */
export const STILL_HERE_AFTER_MS = 8_000;

/** The time limit for the wallet's session, and the number of requests for it. */
export const WALLET_SESSION_WAIT_MS = 15_000;
export const WALLET_SESSION_TRIES_MAX = 2;

/** The time limit until a button that the provider draws is shown and pressed. */
export const WALLET_BUTTON_WAIT_MS = 60_000;

/** The wallet times out thirty seconds after the payer has authorised, so its sheet gets the result known so far before that. */
export const WALLET_SHEET_WAIT_MS = 25_000;

/** A pause, so that the sheet has closed before the page says that nothing was sent. */
export const WALLET_NOT_SENT_AFTER_MS = 1_200;
