import type { BrowserFacts } from '@jawhara/domain';

/** What a bank's 3-D Secure asks of every browser. No script can read the accept header; this is what it sends. */
export function browserFacts(): BrowserFacts {
  return {
    acceptHeader: '*/*',
    colorDepth: screen.colorDepth,
    isJavaEnabled: false,
    language: navigator.language,
    screenHeight: screen.height,
    screenWidth: screen.width,
    timeZoneOffsetMinutes: new Date().getTimezoneOffset(),
    userAgent: navigator.userAgent,
  };
}
