import type { UsdCents, WalletToken } from '@jawhara/domain';
import type { OpenSheet } from './purchase/purchase-effects.ts';
import type { PaymentInput, PurchaseEvent } from './purchase/purchase-state.ts';

/** What a sheet tells of itself. */
export interface SheetEvents {
  /** It is on the screen and wants to know that we may take money through it. */
  readonly onMerchant: () => void;
  /** It has closed and handed over a card: that pays the order as a typed one does. */
  readonly onCard: (paymentInput: PaymentInput) => void;
  /** It has closed and brought nothing, and nobody closed it. */
  readonly onNothing: () => void;
  readonly onAuthorised: (token: WalletToken) => void;
  readonly onCancelled: () => void;
  /** Only of a button that the provider draws: it was pressed, and its sheet is on the screen. */
  readonly onPressed: () => void;
  /** Only of such a button: it could not be drawn. */
  readonly onFailed: () => void;
}

/**
 * Opens the wallet, inside the press that asked for it: its sheet, or what the order is made with where the payer agrees on a page of
 * the provider's. Null: the wallet would not.
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
  /** Null when no sheet came up; else it answers when the sheet asks for its order, or gives the card itself. */
  readonly open: (
    price: UsdCents | null,
    emit: (event: PurchaseEvent) => void,
    signal: AbortSignal,
  ) => Promise<PaymentInput | null>;
}

/** The one sheet that is open, whichever wallet drew it. */
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
        // Whatever ends the purchase closes the sheet that is still open, after it has been told why.
        signal.addEventListener('abort', () => queueMicrotask(opened.close));
        return undefined;
      }),
    completeValidation: (sessionJson) => sheet.completeValidation(sessionJson),
    complete: (isGood) => sheet.complete(isGood),
    close: () => sheet.close(),
  };
}
