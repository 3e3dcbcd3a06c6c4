import type { UsdCents, WalletToken } from '@jawhara/domain';
import type { OpenSheet } from './purchase/purchase-effects.ts';
import type { PaymentInput, PurchaseEvent } from './purchase/purchase-state.ts';

export interface SheetEvents {
  /** The sheet is on the screen and requests merchant validation. */
  readonly onMerchant: () => void;
  /** The sheet has closed and returned a card, which pays the order as a typed card does. */
  readonly onCard: (paymentInput: PaymentInput) => void;
  /** The sheet has closed without a card, and the payer did not cancel it. */
  readonly onNothing: () => void;
  readonly onAuthorised: (token: WalletToken) => void;
  readonly onCancelled: () => void;
  /** Only for a button that the provider draws: the button was pressed, and its sheet is on the screen. */
  readonly onPressed: () => void;
  /** Only for a button that the provider draws: it could not be drawn. */
  readonly onFailed: () => void;
}

/**
 * Opens the wallet inside the press: returns its sheet, or the input for the order where the payer authorises on a page of
 * the provider's. Null: the wallet did not open.
 */
export type OpenWallet = (price: UsdCents, sheetEvents: SheetEvents) => OpenSheet | PaymentInput | null;

const NO_WALLET_HERE: OpenWallet = () => null;

const NO_SHEET: OpenSheet = {
  completeValidation: () => false,
  complete: () => undefined,
  close: () => undefined,
};

export interface WalletSheet extends OpenSheet {
  readonly setWallet: (open: OpenWallet) => void;
  /**
   * Resolves when the sheet requests merchant validation, for which an order is needed, or with the card itself; with null when
   * no sheet opened.
   */
  readonly open: (
    price: UsdCents | null,
    emit: (event: PurchaseEvent) => void,
    signal: AbortSignal,
  ) => Promise<PaymentInput | null>;
}

/** The open sheet of any wallet; at most one is open. */
export function walletSheet(): WalletSheet {
  let openWallet = NO_WALLET_HERE;
  let sheet = NO_SHEET;
  return {
    setWallet: (open) => void (openWallet = open),
    open: (price, emit, signal) =>
      new Promise((resolve) => {
        const tell = (event: PurchaseEvent): void => void (signal.aborted || emit(event));
        const opened =
          price === null
            ? null
            : openWallet(price, {
                onMerchant: () => resolve({ card: { walletSheet: true } }),
                onCard: resolve,
                onNothing: () => resolve(null),
                onAuthorised: (token) => tell({ type: 'sheet-authorised', token }),
                onCancelled: () => tell({ type: 'sheet-cancelled' }),
                onPressed: () => tell({ type: 'button-pressed' }),
                onFailed: () => tell({ type: 'sheet-failed' }),
              });
        if (opened === null || 'card' in opened) return resolve(opened);
        sheet = opened;
        // The end of the purchase closes a sheet that is still open, after the sheet has received its result.
        signal.addEventListener('abort', () => queueMicrotask(opened.close));
        return undefined;
      }),
    completeValidation: (sessionJson) => sheet.completeValidation(sessionJson),
    complete: (isGood) => sheet.complete(isGood),
    close: () => sheet.close(),
  };
}
