/**
 * A change of a room; afterwards the room has this sn. The commands are parsed when they are applied, so that a malformed one
 * does not affect the others.
 */
export interface Frame {
  readonly sn: number;
  readonly commands: readonly unknown[];
}

/** The frames of an update: the new frame alone, or the frame before it and the new one. */
export type UpdateFrames = readonly [Frame] | readonly [Frame, Frame];

export type UpdateDecision = 'ignore' | 'gap' | { readonly apply: readonly Frame[] };

/** How a client whose sn is `current` handles an update (RP-30). */
export function decideUpdate(current: number | null, frames: UpdateFrames): UpdateDecision {
  if (current === null) return 'gap';
  const [first, second] = frames;
  const last = second ?? first;
  if (last.sn <= current) return 'ignore';
  if (last.sn === current + 1) return { apply: [last] };
  const isPair = second !== undefined && second.sn === first.sn + 1;
  return isPair && first.sn === current + 1 ? { apply: [first, second] } : 'gap';
}
