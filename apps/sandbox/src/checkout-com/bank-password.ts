/** The provider's own simulator uses this one too. */
export const BANK_PASSWORD = 'Checkout1!';
