import type { Citation } from './cited-ids.ts';

/** The constants of limits.ts whose number a requirement names. */
export const NAMED_LIMITS: Readonly<Record<string, string>> = {
  DISPLAY_ID_DIGITS_MIN: 'RCP-01',
  RECIPIENT_HISTORY_MAX: 'RCP-06',
  RECIPIENT_HISTORY_PAGE_MAX: 'RCP-06',
  TOAST_SHOWN_MS: 'NAV-06',
  TOAST_FADE_MS: 'NAV-06',
  HTTP_TIMEOUT_MS: 'NET-04',
  BATCH_TIMEOUT_MS: 'NET-04',
  BATCH_PARTS_MAX: 'NET-05',
  BACKUP_DOMAINS_WITHIN_MS: 'APP-18',
  DIAL_TIMEOUT_MS: 'NET-08',
  CARRIED_RECIPIENTS_MAX: 'WAL-09',
  UPDATE_AFTER_MS: 'UPD-01',
  COUNTRY_TRIES_MAX: 'APP-14',
  GRAY_RATIO_SUM_MAX: 'CFG-03',
  PERFORMANCE_ENTRIES_MAX: 'APP-16',
  PERFORMANCE_CHUNK_CHARACTERS: 'APP-16',
  PERFORMANCE_CHUNKS_MAX: 'APP-16',
  ORDER_RESULT_POLL_INTERVAL_MS: 'ORD-06',
  ORDER_RESULT_POLL_TRIES_MAX: 'ORD-06',
  CARD_EXPIRY_UTC_OFFSET_HOURS: 'EXP-02',
  CARD_EXPIRY_WARNING_DAYS: 'EXP-03',
  MOBILE_LAYOUT_WIDTH_MAX_PX: 'APP-09',
  IMAGE_RESIZE_WIDTH_PX: 'FMT-03',
  FEEDBACK_FILES_MAX: 'FBK-01',
  CARD_FETCH_POLL_INTERVAL_MS: 'CRD-05',
  CARD_FETCH_TOTAL_MS: 'CRD-05',
  CARD_QUESTION_OPEN_MS: 'CRD-10',
  RECENT_CARDS_SHOWN_MAX: 'CRD-04',
  HOLDER_NAME_CHARACTERS_LIMIT: 'EXP-06',
};

/**
 * Limits whose number no test of their requirement writes out. A test that compares with the constant instead passes whatever
 * value the constant has.
 */
export function unpinnedLimits(
  limits: Readonly<Record<string, unknown>>,
  citations: readonly Citation[],
  named: Readonly<Record<string, string>> = NAMED_LIMITS,
): string[] {
  return Object.entries(named).flatMap(([limit, id]) => {
    const value = limits[limit];
    if (typeof value !== 'number') return [`${limit} of ${id} is no number of limits.ts`];
    const isPinned = citations.some((test) => test.id === id && test.numbers.has(value));
    return isPinned ? [] : [`no test of ${id} writes ${value}, the value of ${limit}`];
  });
}
