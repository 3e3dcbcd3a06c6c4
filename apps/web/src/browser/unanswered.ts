const UNANSWERED = 'jawhara-unanswered';

/** A call got no answer, or only the word of a gate that nobody stands behind. What to make of it is backup-hosts/watch-hosts.ts's to know. */
export function tellUnanswered(): void {
  dispatchEvent(new Event(UNANSWERED));
}

export function watchUnanswered(onUnanswered: () => void): () => void {
  addEventListener(UNANSWERED, onUnanswered);
  return () => removeEventListener(UNANSWERED, onUnanswered);
}
