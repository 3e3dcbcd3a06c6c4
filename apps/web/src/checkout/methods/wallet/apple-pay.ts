import type { WalletRequest } from '@jawhara/contract';
import type { WalletToken } from '@jawhara/domain';
import { APPLE_PAY_VERSION_MIN } from '../../../browser/browser-facts.ts';
import type { OpenSheet } from '../../machine/purchase/purchase-effects.ts';
import { sealedText } from './sealed-text.ts';
import type { SheetEvents } from '../../machine/wallet-sheet.ts';

/** The parts of Apple's objects that we use. No other file uses Apple's objects. */

interface AuthorisedEvent extends Event {
  readonly payment: {
    readonly token: { readonly paymentData: unknown; readonly paymentMethod: { readonly type?: string } };
  };
}

export interface AppleSession extends EventTarget {
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(result: { readonly status: number }): void;
}

export interface AppleWallet {
  new (version: number, request: WalletRequest): AppleSession;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  supportsVersion(version: number): boolean;
}

/** The newest version of Apple's API that we know. */
const NEWEST_VERSION = 14;

/** A sheet that shows a failure stays open for another try, but our order allows none: it is closed after this time. */
const BAD_NEWS_SHOWN_MS = 2_500;

function newestVersion(wallet: AppleWallet): number {
  let version = NEWEST_VERSION;
  while (version > APPLE_PAY_VERSION_MIN && !wallet.supportsVersion(version)) version -= 1;
  return version;
}

function tokenOf({ payment: { token } }: AuthorisedEvent): WalletToken {
  return { walletToken: sealedText(token.paymentData), methodType: token.paymentMethod.type ?? '' };
}

/** False: the sheet has closed meanwhile, so the call had no effect. */
function isDone(ask: () => void): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}

/** Must run inside a press, or the wallet does not open: then null. */
export function openApplePay(
  wallet: AppleWallet,
  request: WalletRequest,
  sheetEvents: Omit<SheetEvents, 'onPressed' | 'onFailed'>,
): OpenSheet | null {
  let session: AppleSession;
  let isOver = false;
  let isReported = false;
  const abort = (): void => void isDone(() => session.abort());
  const close = (): void => {
    isOver = true;
    // A sheet that has received its result closes by itself.
    if (!isReported) abort();
  };
  const complete = (isGood: boolean): void => {
    isOver = true;
    isReported = true;
    const status = isGood ? wallet.STATUS_SUCCESS : wallet.STATUS_FAILURE;
    isDone(() => session.completePayment({ status }));
    if (!isGood) setTimeout(abort, BAD_NEWS_SHOWN_MS);
  };
  const isOpen = isDone(() => {
    session = new wallet(newestVersion(wallet), request);
    session.addEventListener('validatemerchant', sheetEvents.onMerchant);
    session.addEventListener('paymentauthorized', (event) =>
      isOver ? complete(false) : sheetEvents.onAuthorised(tokenOf(event as AuthorisedEvent)),
    );
    session.addEventListener('cancel', () => {
      if (!isOver) sheetEvents.onCancelled();
      isOver = true;
    });
    session.begin();
  });
  if (!isOpen) return null;
  return {
    completeValidation: (sessionJson) =>
      isDone(() => session.completeMerchantValidation(JSON.parse(sessionJson))),
    complete,
    close,
  };
}
