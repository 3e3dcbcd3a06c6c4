/** How the payer authenticates with the bank. */
export type Challenge =
  /** The bank's page, in a frame of ours or in place of our page. */
  | { readonly way: 'frame' | 'page'; readonly url: string }
  /** The provider's own script shows the check; `action` is its text, passed on unparsed. */
  | { readonly way: 'native'; readonly action: string };

/** The result that the payer's browser brings back from the bank's check. Not an outcome: the provider reads it and decides. */
export type PayerProof = { readonly threeDsResult: string } | { readonly redirectResult: string };
