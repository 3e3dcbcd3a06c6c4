/**
 * The version that pages report. This file has every number of the specification that two programs share; each name ends with its
 * unit.
 */

export const PRODUCT_VERSION = '1.0.328';

export const DISPLAY_ID_DIGITS_MIN = 5;
export const DISPLAY_ID_DIGITS_MAX = 20;

export const RECENT_RECIPIENTS_SHOWN_MAX = 3;
export const RECIPIENT_HISTORY_MAX = 40;
export const RECIPIENT_HISTORY_PAGE_MAX = 100;

export const ORDERS_PAGE_MAX = 20;
/** After a sign-in the page shows at most this many earlier orders of the device, so that the payer says which are theirs. */
export const EARLIER_ORDERS_MAX = 50;
export const ORDER_SEARCH_SIGNS_MIN = 3;
/** How long the mailed link to an order works, and how long the device that opened it may read the order. */
export const ORDER_LINK_MINUTES = 30;
/** At most this many searches for one order number in an hour: more would let strangers fill the mailbox of the order's payer. */
export const ORDER_SEARCHES_PER_NUMBER_MAX = 3;
/** At most this many searches for order numbers from one network address in an hour. */
export const ORDER_SEARCHES_PER_ADDRESS_MAX = 20;

export const TOAST_SHOWN_MS = 3_000;
export const TOAST_FADE_MS = 1_250;

export const HTTP_TIMEOUT_MS = 60_000;
/** Longer than the longest batch and the slowest payment: after this time the caller gets an error. */
export const SERVER_ANSWERS_WITHIN_MS = 90_000;
/** The size limit of a request without a file; the edge (the proxy before the API) refuses larger ones. */
export const BODY_BYTES_MAX = 64 * 1024;
/** How long a whole request body may take to arrive, counted from the request's headers. */
export const BODY_WITHIN_MS = 15_000;
/** The longest header line: the edge refuses a longer one. */
export const HEADER_LINE_BYTES_MAX = 16 * 1024;
/** All headers together at the edge. The API accepts this plus what the edge adds. */
export const HEADER_BYTES_MAX = 4 * HEADER_LINE_BYTES_MAX;
/** How much larger than its file an upload may be: the form's boundaries, names and other fields. */
export const FORM_BYTES_MAX = 64 * 1024;
export const BACKUP_DOMAINS_WITHIN_MS = 5_000;
export const DIAL_TIMEOUT_MS = 5_000;
/** The lifetime of the code that moves a device to another host of ours. The move takes seconds. */
export const HAND_OVER_LIVES_MS = 2 * 60_000;
/** How long the sealed secret that a browser stores for a move to another host is accepted. */
export const ARMED_FOR_DAYS = 30;
/** At most this many earlier recipients move with a device to another host. */
export const CARRIED_RECIPIENTS_MAX = 3;
/** The page reloads this long after it has detected a newer version. */
export const UPDATE_AFTER_MS = 1_000;
export const BATCH_TIMEOUT_MS = 5_000;
export const BATCH_PARTS_MAX = 20;
export const COUNTRY_TRIES_MAX = 5;

/** The ratios of gradual releases are per cent, and a visitor's gray value is from 0 to 99. */
export const GRAY_RATIO_SUM_MAX = 100;

export const PERFORMANCE_ENTRIES_MAX = 50;
export const PERFORMANCE_CHUNK_CHARACTERS = 300;
export const PERFORMANCE_CHUNKS_MAX = 50;

/** How often, and at most how many times, a page polls for the result of an order and for the reason of its failure. */
export const ORDER_RESULT_POLL_INTERVAL_MS = 500;
export const ORDER_RESULT_POLL_TRIES_MAX = 100;

export const CARD_EXPIRY_UTC_OFFSET_HOURS = 3;
export const CARD_EXPIRY_WARNING_DAYS = 60;

export const MOBILE_LAYOUT_WIDTH_MAX_PX = 800;

/** The default width of a resized picture. */
export const IMAGE_RESIZE_WIDTH_PX = 240;

/** After this time the result panel says that the gems are late and links to the report form. */
export const GEMS_ARE_LATE_AFTER_MS = 10 * 60_000;
/** The longest delivery limit that an operator may promise; after the promised limit the payer may ask for a refund. */
export const DELIVERY_LIMIT_HOURS_MAX = 24;

/** The length of a report. The specification requires a maximum without giving the number. */
export const FEEDBACK_WORDS_MAX = 500;
/** From this number of words on the form shows the count. */
export const FEEDBACK_COUNTER_FROM_WORDS = 400;
export const FEEDBACK_WORD_CHARACTERS_MAX = 30;
export const FEEDBACK_FILES_MAX = 3;
/** The longest time that an operator may promise for a decision about money or an account. */
export const DECISION_WORKING_DAYS_MAX = 10;
/** The privacy policy's time limit for requests about personal data. */
export const ERASURE_DUE_DAYS = 30;
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const VIDEO_BYTES_MAX = 50 * 1024 * 1024;
/**
 * If the server's picture queue is full, the page retries an upload after this time, unless the server names another, and at most
 * UPLOAD_TRIES_MAX times: a minute in all.
 */
export const UPLOAD_RETRY_AFTER_S = 5;
export const UPLOAD_TRIES_MAX = 12;
/** When a file without a report is deleted: longer than writing a report takes. */
export const LOOSE_FILE_LIVES_MS = 24 * 3_600_000;

/** A provider is failing if at least this many calls of the last seconds, and this share of them, got no answer. */
export const PROVIDER_HEALTH_WINDOW_S = 20;
export const PROVIDER_FAILING_UNKNOWN_MIN = 3;
export const PROVIDER_FAILING_SHARE = 0.5;

/** A provider reports a saved card a little after the payment. The page polls our server for the card this often. */
export const CARD_FETCH_POLL_INTERVAL_MS = 2_000;
export const CARD_FETCH_TOTAL_MS = 30_000;
export const CARD_FETCH_POLL_TRIES_MAX = CARD_FETCH_TOTAL_MS / CARD_FETCH_POLL_INTERVAL_MS;

/** How long a payer may take to answer whether the card that paid may stay saved. */
export const CARD_QUESTION_OPEN_MS = 30 * 60_000;

/** At most this many saved cards are shown on the pay screen; the others are one press away. */
export const RECENT_CARDS_SHOWN_MAX = 3;

/** A card holder's name must have fewer characters than this, counted as Unicode code points. */
export const HOLDER_NAME_CHARACTERS_LIMIT = 255;

/** An id is looked up after this pause in typing. */
export const LOOK_UP_AFTER_MS = 400;
/** After this time the page shows that the look-up of an id is still running. */
export const LOOK_UP_SLOW_AFTER_MS = 3_000;

/** For this long the page says about an undecided payment that it was received, then that it is still being checked. */
export const PAYMENT_RECEIVED_FOR_MS = 5_000;
/** After this time the payer of an undecided order is offered another provider, where the server allows that. */
export const OTHER_PROVIDER_AFTER_MS = 28_000;
/** After this time the page says that the bank's step has not opened. */
export const BANK_STEP_OPENS_WITHIN_MS = 8_000;
/** After this time without an answer the page says that the payment takes long. */
export const PAYING_IS_SLOW_AFTER_MS = 5_000;
/** After this many declined CVVs of one card in a row the page proposes another card first. */
export const DECLINED_CVVS_MAX = 3;

/** The same pack for the same account within this time needs the payer’s yes. */
export const REPEAT_PURCHASE_CONFIRM_MS = 10 * 60_000;

/**
 * Failed sign-ins per window on a device that has signed in to the account before. Failures on other devices do not count here.
 */
export const SIGN_IN_FAILURES_PER_TRUSTED_DEVICE_MAX = 10;
/** Tickets and tokens cannot be guessed like passwords, so an address may fail this many times as often. */
export const UNGUESSABLE_FAILURES_FACTOR = 20;

/** An unused session ends after this time. */
export const SESSION_IDLE_DAYS_MAX = 30;
/** A session ends this long after its sign-in, however often its key was replaced. */
export const SESSION_DAYS_MAX = 180;
/** The last use of a session is recorded at most this often. */
export const SESSION_USE_RECORDED_EVERY_MS = 10 * 60_000;
/** At most this many sessions of an account are listed: the caller's own, then the last used ones. */
export const SESSIONS_LISTED_MAX = 50;

/** A signed operator request is valid this long before and after the database's time. */
export const OPERATOR_REQUEST_WITHIN_MS = 2 * 60_000;
