import { stored } from './stored.ts';

/** The purchase goes on elsewhere: on another host, or in the system browser beside the app. */
export interface Left {
  readonly atMs: number;
  readonly to: 'host' | 'browser';
}

/** For this window: whoever comes back to it is told what became of the purchase there. */
export const storedLeft = stored<Left>(
  {
    key: 'left',
    parse(json) {
      const { at_ms: atMs, to } = (json ?? {}) as Record<string, unknown>;
      if (typeof atMs !== 'number' || !Number.isFinite(atMs)) return null;
      return to === 'host' || to === 'browser' ? { atMs, to } : null;
    },
    format: ({ atMs, to }) => ({ at_ms: atMs, to }),
  },
  () => globalThis.sessionStorage ?? null,
);
