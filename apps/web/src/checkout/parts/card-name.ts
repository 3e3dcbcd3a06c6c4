/** As a card is called between a payer and us. What a scheme is called here that we do not take is what its provider calls it. */
const SCHEME_NAMES: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' };

export function cardName({ scheme, last4 }: { readonly scheme: string; readonly last4: string }): string {
  return `${SCHEME_NAMES[scheme] ?? scheme} •••• ${last4}`;
}

/** For a line that may be too narrow for all of it: the dots stay with their digits. */
export function cardNameInTwo(card: Parameters<typeof cardName>[0]): string {
  return cardName(card).replace('•••• ', '••••\u00A0');
}
