import { lazy, useState, type ComponentType } from 'react';

export interface ReadyLazy<Props> {
  readonly Part: ComponentType<Props>;
  /** Fetches it beforehand. A failure costs nothing: the part asks again when it is drawn. */
  readonly fetchPart: () => void;
}

/**
 * A part with a chunk of its own that opens in the frame of the tap once it has been fetched.
 * React's `lazy` alone shows a gap first, even for what is there already, and holds back for 300 ms what follows a gap.
 */
export function readyLazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ReadyLazy<Props> {
  let fetched: ComponentType<Props> | null = null;
  const get = async (): Promise<ComponentType<Props>> => (fetched = await load());
  const Late = lazy(async () => ({ default: await get() })) as unknown as ComponentType<Props>;
  function Part(props: Props) {
    // Kept while it is mounted: a change of component would throw away what was typed.
    const [Chosen] = useState(() => fetched ?? Late);
    return <Chosen {...props} />;
  }
  return { Part, fetchPart: () => void get().catch(() => undefined) };
}
