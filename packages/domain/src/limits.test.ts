import { expect, it } from 'vitest';
import * as limits from './limits.ts';

/** The numbers of the specification, section 9, written a second time: changing one by accident must hurt. */
it('the numbers are those of the specification', () => {
  expect(limits).toMatchObject({
    PRODUCT_VERSION: '1.0.328',
    DISPLAY_ID_DIGITS_MIN: 5,
    RECENT_RECIPIENTS_SHOWN_MAX: 3,
    RECIPIENT_HISTORY_MAX: 40,
    TOAST_SHOWN_MS: 3_000,
    TOAST_FADE_MS: 1_250,
    HTTP_TIMEOUT_MS: 60_000,
    ORDER_RESULT_POLL_INTERVAL_MS: 500,
    ORDER_RESULT_POLL_TRIES_MAX: 100,
    CARD_EXPIRY_UTC_OFFSET_HOURS: 3,
    CARD_EXPIRY_WARNING_DAYS: 60,
    MOBILE_LAYOUT_WIDTH_MAX_PX: 800,
    FEEDBACK_FILES_MAX: 3,
    CARD_FETCH_POLL_INTERVAL_MS: 2_000,
    CARD_FETCH_TOTAL_MS: 30_000,
    CARD_FETCH_POLL_TRIES_MAX: 15,
    CARD_QUESTION_OPEN_MS: 1_800_000,
    RECENT_CARDS_SHOWN_MAX: 3,
    HOLDER_NAME_CHARACTERS_LIMIT: 255,
  });
});

it('our own numbers, where the specification is silent', () => {
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

it('each limit respects its neighbour', () => {
  expect(limits.DISPLAY_ID_DIGITS_MIN).toBeLessThan(limits.DISPLAY_ID_DIGITS_MAX);
  expect(limits.RECENT_RECIPIENTS_SHOWN_MAX).toBeLessThan(limits.RECIPIENT_HISTORY_MAX);
  expect(limits.TOAST_FADE_MS).toBeLessThan(limits.TOAST_SHOWN_MS);
  // Asking ends before one hung request would.
  expect(limits.ORDER_RESULT_POLL_INTERVAL_MS * limits.ORDER_RESULT_POLL_TRIES_MAX).toBeLessThan(
    limits.HTTP_TIMEOUT_MS,
  );
  // Gems are never called late while the page is still asking.
  expect(limits.GEMS_ARE_LATE_AFTER_MS).toBeGreaterThan(limits.HTTP_TIMEOUT_MS);
});
