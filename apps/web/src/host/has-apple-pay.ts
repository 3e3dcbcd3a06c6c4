interface WalletOfBrowser {
  readonly ApplePaySession?: { canMakePayments(): boolean };
}

/** Whether this browser has a wallet of its own. A frame that may not ask throws, and has none. */
export function hasApplePay(browser: WalletOfBrowser = globalThis as WalletOfBrowser): boolean {
  try {
    return browser.ApplePaySession?.canMakePayments() === true;
  } catch {
    return false;
  }
}
