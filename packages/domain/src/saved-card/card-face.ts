/** No more of a card than its payer may be shown: its scheme as its provider names it, and its last four digits. */
export interface CardFace {
  readonly scheme: string;
  readonly last4: string;
}
