/** A token that may be used once: its name, and when it ends by itself. */
export interface SingleUseToken {
  readonly digest: Buffer;
  readonly endsAt: Date;
}

/** The sign-in provider's answer: the account of a valid proof, that the proof is invalid, or that the provider does not answer. */
export type SocialProof =
  | { readonly kind: 'proven'; readonly subject: string; readonly singleUse: SingleUseToken | null }
  | { readonly kind: 'refused' }
  | { readonly kind: 'away' };

export const PROVIDER_TIMEOUT_MS = 5_000;
