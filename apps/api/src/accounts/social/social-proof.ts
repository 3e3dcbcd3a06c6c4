/** A token that may be used once: its name, and when it ends by itself. */
export interface SingleUseToken {
  readonly digest: Buffer;
  readonly endsAt: Date;
}

/** A provider's answer about a proof: whose it is, that it is none, or nothing because the provider is away. */
export type SocialProof =
  | { readonly kind: 'proven'; readonly subject: string; readonly singleUse: SingleUseToken | null }
  | { readonly kind: 'refused' }
  | { readonly kind: 'away' };

export const PROVIDER_TIMEOUT_MS = 5_000;
