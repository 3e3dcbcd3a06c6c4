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

/** The oldest version of Apple's API that completes a sheet as we do. */
export const APPLE_PAY_VERSION_MIN = 3;

interface WalletOfBrowser {
  readonly ApplePaySession?: { canMakePayments(): boolean; supportsVersion(version: number): boolean };
}

/** Whether this browser has Apple Pay. In a frame without permission the check throws, which means no. */
export function hasApplePay(browser: WalletOfBrowser = globalThis as WalletOfBrowser): boolean {
  try {
    const { ApplePaySession: wallet } = browser;
    return wallet?.supportsVersion(APPLE_PAY_VERSION_MIN) === true && wallet.canMakePayments();
  } catch {
    return false;
  }
}
