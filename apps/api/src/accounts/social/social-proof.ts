/** What a provider says about a proof: whose it is, that it is none, or nothing because the provider is away. */
export type SocialProof =
  | { readonly kind: 'proven'; readonly subject: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'away' };

export const PROVIDER_TIMEOUT_MS = 5_000;
