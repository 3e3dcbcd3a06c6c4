/** A wallet that this page cannot open: why, and where it can. One chunk, because few payers need any of it. */
export { addressToPayAt } from '../../backup-hosts/pay-on-other-host.ts';
export { HostSwitch } from '../../checkout/methods/wallet/wallet-wait.tsx';
export { PayInBrowser } from './pay-in-browser.tsx';
export { WalletNotice } from './wallet-notice.tsx';
