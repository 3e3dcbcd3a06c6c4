/** Messages between the shop's page and the frame. None of them contains a full card number or a CVV. */

/** The texts the provider lets a shop write, under its own names. */
export interface Localization {
  readonly cardnum?: string;
  readonly cardnumHint?: string;
  readonly cardnumErrTip?: string;
  readonly cardbinErrTip?: { readonly CARD_NOT_SUPPORT?: string; readonly CARD_NO_INVALID?: string };
  readonly expdate?: string;
  readonly expdateHint?: string;
  readonly expdateErrTip?: string;
  readonly cvv?: string;
  readonly cvvHint?: string;
  readonly cvvErrTip?: string;
  readonly name?: string;
  readonly nameHint?: string;
  readonly nameErrTip?: string;
  readonly saveCardInfoTip?: string;
}

export interface PayermaxFrameSettings {
  readonly clientKey: string;
  readonly sessionKey: string;
  readonly language: string;
  readonly localization: Localization;
  readonly hideSaveCard: boolean;
}

export type PayermaxToFrame =
  | { readonly type: 'configure'; readonly settings: PayermaxFrameSettings }
  | { readonly type: 'pay'; readonly id: number }
  | { readonly type: 'disable'; readonly isDisabled: boolean }
  | { readonly type: 'language'; readonly language: string; readonly localization: Localization };

export interface PaidMessage {
  readonly code: string;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export type PayermaxFromFrame =
  | { readonly type: 'loaded' }
  | { readonly type: 'ready'; readonly code: string }
  | { readonly type: 'height'; readonly px: number }
  | { readonly type: 'form-check'; readonly isFormValid: boolean }
  | { readonly type: 'paid'; readonly id: number; readonly answer: PaidMessage };
