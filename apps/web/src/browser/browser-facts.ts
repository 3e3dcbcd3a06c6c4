import type { BrowserFacts } from '@jawhara/domain';

/**
 * Browser data that a bank's 3-D Secure requires. No script can read the accept header, so this is the value that browsers
 * send.
 */
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
