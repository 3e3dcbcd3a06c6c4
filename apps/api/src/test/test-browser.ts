import type { BrowserFacts } from '@jawhara/domain';

/** A payer's browser as it describes itself, for providers that require the description. */
export const TEST_BROWSER: BrowserFacts = {
  acceptHeader: '*/*',
  colorDepth: 24,
  isJavaEnabled: false,
  language: 'ar',
  screenHeight: 640,
  screenWidth: 360,
  timeZoneOffsetMinutes: -180,
  userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile',
};
