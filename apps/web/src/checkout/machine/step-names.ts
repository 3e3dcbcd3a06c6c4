/** Our names of the pay steps, each with its name in the specification. */
export const STEP_CONSTANTS = {
  home: 'HOME',
  'saved-cards': 'SAVED_CARD_LIST',
  'new-card': 'CARD_FRAME',
  cvv: 'CARD_CVV',
  'cvv-unremembered': 'CARD_CVV_IS_NOT_REMEMBER',
  'modify-expiry': 'CKO_CARD_MODIFY_EXPIRE',
} as const;

/**
 * The steps that an address may name. "pay" is no step of its own: it continues from HOME with the selected method. The step that
 * only updates the date of a card is a sheet over another step, and needs no address.
 */
export const NAMED_STEPS = ['home', 'pay', 'saved-cards', 'new-card', 'cvv', 'modify-expiry'] as const;

export type NamedStep = (typeof NAMED_STEPS)[number];

export const CHILD_MODE_CONSTANTS = { enter: 'ENTER', list: 'LIST', switch: 'SWITCH' } as const;

export type ChildMode = keyof typeof CHILD_MODE_CONSTANTS;

export const PURCHASE_SCENES = ['normal', 'retry', 'repurchase', 'expired'] as const;

/** Why this purchase is made: the first time, after a refusal, again, or after its card had expired. */
export type PurchaseScene = (typeof PURCHASE_SCENES)[number];
