import { lazy, type ComponentType, useState } from 'react';

const FIRST_PAUSE_MS = 300;
const PAUSE_MAX_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until it comes: a chunk lost on the way is no reason to lose the page, and least of all a payment. */
export async function askUntilThere<Value>(load: () => Promise<Value>): Promise<Value> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, PAUSE_MAX_MS)) {
    try {
      return await load();
    } catch {
      await pause(ms);
    }
  }
}

/** A part with a chunk of its own, whose loss on a bad network is only a longer wait. What is shown meanwhile the caller says. */
export function steadyLazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazy(async () => ({ default: await askUntilThere(load) }));
}

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
