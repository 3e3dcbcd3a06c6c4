import { expect, it } from 'vitest';
import * as limits from './limits.ts';

// Tests of the behaviour compare with the constants, so the numbers of the requirements are written here a second time.

it('the product version is the one in the specification', () =>
  expect(limits.PRODUCT_VERSION).toBe('1.0.328'));

it('[RCP-01] a recipient id is looked up from 5 digits on', () =>
  expect(limits.DISPLAY_ID_DIGITS_MIN).toBe(5));

it('[RCP-06] the recipient history holds 40 recipients and is read in pages of at most 100', () =>
  expect([limits.RECIPIENT_HISTORY_MAX, limits.RECIPIENT_HISTORY_PAGE_MAX]).toEqual([40, 100]));

it('[NAV-06] a toast is shown for 3000 ms and fades during the last 1250 ms', () =>
  expect([limits.TOAST_SHOWN_MS, limits.TOAST_FADE_MS]).toEqual([3_000, 1_250]));

it('[NET-04] an HTTP call times out after 60000 ms, a batch call after 5000 ms', () =>
  expect([limits.HTTP_TIMEOUT_MS, limits.BATCH_TIMEOUT_MS]).toEqual([60_000, 5_000]));

it('[APP-09] the mobile layout is used up to 800 px', () =>
  expect(limits.MOBILE_LAYOUT_WIDTH_MAX_PX).toBe(800));

it('[APP-18] the site waits at most 5 s for backup domains', () =>
  expect(limits.BACKUP_DOMAINS_WITHIN_MS).toBe(5_000));

it('[NET-08] a connection attempt to a fallback host times out after 5000 ms', () =>
  expect(limits.DIAL_TIMEOUT_MS).toBe(5_000));

it('[ORD-06] the order’s result is polled at most 100 times, 500 ms apart', () =>
  expect([limits.ORDER_RESULT_POLL_TRIES_MAX, limits.ORDER_RESULT_POLL_INTERVAL_MS]).toEqual([100, 500]));

it('[EXP-02] [EXP-03] a card’s expiry month ends at UTC+3, and a card counts as expiring soon for 60 days', () =>
  expect([limits.CARD_EXPIRY_UTC_OFFSET_HOURS, limits.CARD_EXPIRY_WARNING_DAYS]).toEqual([3, 60]));

it('[EXP-06] a card holder’s name must be shorter than 255 characters', () =>
  expect(limits.HOLDER_NAME_CHARACTERS_LIMIT).toBe(255));

it('[CRD-04] the pay screen shows at most 3 recent cards', () =>
  expect(limits.RECENT_CARDS_SHOWN_MAX).toBe(3));

it('[CRD-05] a card’s details are fetched every 2 s for up to 30 s, at most 15 times', () =>
  expect([
    limits.CARD_FETCH_POLL_INTERVAL_MS,
    limits.CARD_FETCH_TOTAL_MS,
    limits.CARD_FETCH_POLL_TRIES_MAX,
  ]).toEqual([2_000, 30_000, 15]));

it('[CRD-10] consent to save a card can be requested for 30 minutes', () =>
  expect(limits.CARD_QUESTION_OPEN_MS).toBe(1_800_000));

it('[FBK-01] a report has at most 3 attached files', () => expect(limits.FEEDBACK_FILES_MAX).toBe(3));

it('limits that the specification does not set have our chosen values', () => {
  expect(limits.RECENT_RECIPIENTS_SHOWN_MAX).toBe(3);
  expect(limits.DISPLAY_ID_DIGITS_MAX).toBe(20);
  expect(limits.GEMS_ARE_LATE_AFTER_MS).toBe(600_000);
  expect(limits.PAYMENT_RECEIVED_FOR_MS).toBe(5_000);
  expect(limits.OTHER_PROVIDER_AFTER_MS).toBe(28_000);
  expect(limits.BANK_STEP_OPENS_WITHIN_MS).toBe(8_000);
  expect(limits.PAYING_IS_SLOW_AFTER_MS).toBe(5_000);
  expect(limits.DECLINED_CVVS_MAX).toBe(3);
  expect(limits.DELIVERY_LIMIT_HOURS_MAX).toBe(24);
  expect(limits.DECISION_WORKING_DAYS_MAX).toBe(10);
  expect(limits.FEEDBACK_WORDS_MAX).toBe(500);
  expect(limits.IMAGE_BYTES_MAX).toBe(10_485_760);
  expect(limits.VIDEO_BYTES_MAX).toBe(52_428_800);
  expect(limits.LOOSE_FILE_LIVES_MS).toBe(86_400_000);
  expect(limits.PROVIDER_HEALTH_WINDOW_S).toBe(20);
  expect(limits.PROVIDER_FAILING_UNKNOWN_MIN).toBe(3);
  expect(limits.PROVIDER_FAILING_SHARE).toBe(0.5);
});

it('limits that depend on each other are consistent, such as a minimum below its maximum', () => {
  expect(limits.DISPLAY_ID_DIGITS_MIN).toBeLessThan(limits.DISPLAY_ID_DIGITS_MAX);
  expect(limits.RECENT_RECIPIENTS_SHOWN_MAX).toBeLessThan(limits.RECIPIENT_HISTORY_MAX);
  expect(limits.TOAST_FADE_MS).toBeLessThan(limits.TOAST_SHOWN_MS);
  // Polling ends before a single hung request would time out.
  expect(limits.ORDER_RESULT_POLL_INTERVAL_MS * limits.ORDER_RESULT_POLL_TRIES_MAX).toBeLessThan(
    limits.HTTP_TIMEOUT_MS,
  );
  // Gems are called late only after the fast polling of the order's result has ended.
  expect(limits.GEMS_ARE_LATE_AFTER_MS).toBeGreaterThan(limits.HTTP_TIMEOUT_MS);
});
