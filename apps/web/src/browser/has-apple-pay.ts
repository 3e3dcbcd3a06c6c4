/** The oldest whose sheet is completed as we do it. */
export const APPLE_PAY_VERSION_MIN = 3;

interface WalletOfBrowser {
  readonly ApplePaySession?: { canMakePayments(): boolean; supportsVersion(version: number): boolean };
}

/** Whether this browser has a wallet of its own. A frame that may not ask throws, and has none. */
export function hasApplePay(browser: WalletOfBrowser = globalThis as WalletOfBrowser): boolean {
  try {
    const { ApplePaySession: wallet } = browser;
    return wallet?.supportsVersion(APPLE_PAY_VERSION_MIN) === true && wallet.canMakePayments();
  } catch {
    return false;
  }
}
