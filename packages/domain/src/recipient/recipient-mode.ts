/** The part that says whom for: a field for an id, faces of the past, or somebody chosen with the way to others. */
export type RecipientMode = 'enter' | 'list' | 'switch';

/** Where it stands when nobody has pressed anything in it. */
export function recipientModeOf(known: {
  readonly hasRecipient: boolean;
  readonly hasHistory: boolean;
}): RecipientMode {
  if (known.hasRecipient) return 'switch';
  return known.hasHistory ? 'list' : 'enter';
}
