/** Every number of the specification that two programs share, with its unit last. */

export const PRODUCT_VERSION = '1.0.328';

export const DISPLAY_ID_DIGITS_MIN = 5;
export const DISPLAY_ID_DIGITS_MAX = 20;

export const RECENT_RECIPIENTS_SHOWN_MAX = 3;
export const RECIPIENT_HISTORY_MAX = 40;
export const RECIPIENT_HISTORY_PAGE_MAX = 100;

export const TOAST_SHOWN_MS = 3_000;
export const TOAST_FADE_MS = 1_250;

export const HTTP_TIMEOUT_MS = 60_000;
/** Longer than the longest batch and the slowest payment: past it something is broken, and the caller is told so. */
export const SERVER_ANSWERS_WITHIN_MS = 90_000;
/** A request without a file; the edge lets no larger one through. */
export const BODY_BYTES_MAX = 64 * 1024;
/** All of such a body, from its head on; one that comes slower is refused. */
export const BODY_WITHIN_MS = 15_000;
/** The longest line of a request's head: the edge refuses a longer one. */
export const HEADER_LINE_BYTES_MAX = 16 * 1024;
/** All lines together at the edge. The API takes this and what the edge adds. */
export const HEADER_BYTES_MAX = 4 * HEADER_LINE_BYTES_MAX;
/** Boundaries, names and fields around a file. */
export const FORM_BYTES_MAX = 64 * 1024;
export const BACKUP_DOMAINS_WITHIN_MS = 5_000;
export const DIAL_TIMEOUT_MS = 5_000;
/** From the host that is left to the one that is gone to takes seconds. */
export const HAND_OVER_LIVES_MS = 2 * 60_000;
/** A seal older than this names a device that is not expected any more. */
export const ARMED_FOR_DAYS = 30;
/** Of the accounts somebody recharged before, as many as go along to another host. */
export const CARRIED_RECIPIENTS_MAX = 3;
/** Between a newer version is seen and the page is loaded anew. */
export const UPDATE_AFTER_MS = 1_000;
export const BATCH_TIMEOUT_MS = 5_000;
export const BATCH_PARTS_MAX = 20;
export const COUNTRY_TRIES_MAX = 5;

/** Ratios are out of a hundred, and so are the values that visitors are given. */
export const GRAY_RATIO_SUM_MAX = 100;

export const PERFORMANCE_ENTRIES_MAX = 50;
export const PERFORMANCE_CHUNK_CHARACTERS = 300;
export const PERFORMANCE_CHUNKS_MAX = 50;

/** Order result and failure reason share these tries. */
export const ORDER_RESULT_POLL_INTERVAL_MS = 500;
export const ORDER_RESULT_POLL_TRIES_MAX = 100;

export const CARD_EXPIRY_UTC_OFFSET_HOURS = 3;
export const CARD_EXPIRY_WARNING_DAYS = 60;

export const MOBILE_LAYOUT_WIDTH_MAX_PX = 800;

/** A picture is made this wide unless somebody says otherwise. */
export const IMAGE_RESIZE_WIDTH_PX = 240;

/** Gems later than this are called late on the result panel, with a report one tap away. */
export const GEMS_ARE_LATE_AFTER_MS = 10 * 60_000;
/** The longest an operator may promise to deliver within; past its own promise money back is the payer's to ask for. */
export const DELIVERY_LIMIT_HOURS_MAX = 24;

/** A report's text. The specification asks for a maximum number of words and leaves the number to us. */
export const FEEDBACK_WORDS_MAX = 500;
/** From here on a payer sees how many there are. */
export const FEEDBACK_COUNTER_FROM_WORDS = 400;
export const FEEDBACK_WORD_CHARACTERS_MAX = 30;
export const FEEDBACK_FILES_MAX = 3;
/** The longest an operator may promise a person's decision within, where money or an account waits for it. */
export const DECISION_WORKING_DAYS_MAX = 10;
/** Within these a request about somebody's own data is answered, as the privacy policy says. */
export const ERASURE_DUE_DAYS = 30;
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const VIDEO_BYTES_MAX = 50 * 1024 * 1024;
/** A server that draws other pictures is asked again after this, unless it says when, and so often: a minute in all. */
export const UPLOAD_RETRY_AFTER_S = 5;
export const UPLOAD_TRIES_MAX = 12;
/** A file that no report has taken is forgotten then: longer than anybody writes at one report. */
export const LOOSE_FILE_LIVES_MS = 24 * 3_600_000;

/** A provider is failing when this many calls of the last seconds, and this share of them, ended without an answer. */
export const PROVIDER_HEALTH_WINDOW_S = 20;
export const PROVIDER_FAILING_UNKNOWN_MIN = 3;
export const PROVIDER_FAILING_SHARE = 0.5;

/** After a payment the provider tells us of the card a little later; it is asked for so often. */
export const CARD_FETCH_POLL_INTERVAL_MS = 2_000;
export const CARD_FETCH_TOTAL_MS = 30_000;
export const CARD_FETCH_POLL_TRIES_MAX = CARD_FETCH_TOTAL_MS / CARD_FETCH_POLL_INTERVAL_MS;

/** How long a card may wait at its provider for its payer's answer. */
export const CARD_QUESTION_OPEN_MS = 30 * 60_000;

/** Saved cards on the pay screen; the others are one press away. */
export const RECENT_CARDS_SHOWN_MAX = 3;

/** A holder's name is shorter than this, in characters as a person counts them. */
export const HOLDER_NAME_CHARACTERS_LIMIT = 255;

/** An id is looked up when nobody has typed for this long. */
export const LOOK_UP_AFTER_MS = 400;
/** From then on a look-up says that it is still under way. */
export const LOOK_UP_SLOW_AFTER_MS = 3_000;

/** The same pack for the same account within this time is asked about before it is paid again. */
export const REPEAT_PURCHASE_CONFIRM_MS = 2 * 60_000;

/** A device that has signed in to an account before may fail so often at it in one window, whatever strangers do meanwhile. */
export const SIGN_IN_FAILURES_PER_TRUSTED_DEVICE_MAX = 10;
/** Tickets and tokens cannot be guessed as passwords can: an address may fail with so many times as many of them. */
export const UNGUESSABLE_FAILURES_FACTOR = 20;

/** A session that nobody has used for so long ends. */
export const SESSION_IDLE_DAYS_MAX = 30;
/** A session ends so long after its sign-in, however often its key was changed. */
export const SESSION_DAYS_MAX = 180;
/** The last use of a session is recorded at most so often. */
export const SESSION_USE_RECORDED_EVERY_MS = 10 * 60_000;
/** Sessions of one account that are listed, the latest first. */
export const SESSIONS_LISTED_MAX = 50;

/** A signed request of an operator counts for so long, before and after the database's own time. */
export const OPERATOR_REQUEST_WITHIN_MS = 2 * 60_000;
