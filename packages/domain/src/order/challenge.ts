/** How the payer proves themselves to the bank. */
export type Challenge =
  /** The bank's page, in a frame of ours or in the place of our page. */
  | { readonly way: 'frame' | 'page'; readonly url: string }
  /** The provider's own script shows the check; `action` is its text, handed on unread. */
  | { readonly way: 'native'; readonly action: string };

/** The result that the payer's browser brings back from such a check. Never an answer: the provider reads it and decides. */
export type PayerProof = { readonly threeDsResult: string } | { readonly redirectResult: string };
