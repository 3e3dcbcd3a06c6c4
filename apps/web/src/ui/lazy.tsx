import { lazy, type ComponentType, useState } from 'react';

const FIRST_PAUSE_MS = 300;
const PAUSE_MAX_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries until the chunk is loaded, because a failed load must not break the page, least of all during a payment. */
export async function askUntilThere<Value>(load: () => Promise<Value>): Promise<Value> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, PAUSE_MAX_MS)) {
    try {
      return await load();
    } catch {
      await pause(ms);
    }
  }
}

/** A component loaded as a chunk of its own, again and again until it succeeds. The caller's Suspense shows a placeholder. */
export function steadyLazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazy(async () => ({ default: await askUntilThere(load) }));
}

export interface ReadyLazy<Props> {
  readonly Part: ComponentType<Props>;
  /** Loads the component's chunk in advance. After a failure it is loaded again when it is rendered. */
  readonly fetchPart: () => void;
}

/**
 * A component with a chunk of its own. Once the chunk is fetched, a tap shows the component in the next frame; React's `lazy`
 * alone would first show its placeholder even then, and delay what follows by 300 ms.
 */
export function readyLazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ReadyLazy<Props> {
  let fetched: ComponentType<Props> | null = null;
  const get = async (): Promise<ComponentType<Props>> => (fetched = await load());
  const Late = lazy(async () => ({ default: await get() })) as unknown as ComponentType<Props>;
  function Part(props: Props) {
    // Constant while it is mounted, because changing the component would lose typed text.
    const [Chosen] = useState(() => fetched ?? Late);
    return <Chosen {...props} />;
  }
  return { Part, fetchPart: () => void get().catch(() => undefined) };
}
