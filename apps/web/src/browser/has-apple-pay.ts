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
