import * as v from 'valibot';
import { stored } from './stored.ts';

const ms = v.optional(v.pipe(v.number(), v.finite()));

const speedSchema = v.object({
  /** When it was measured. */
  atMs: v.number(),
  path: v.string(),
  /** Since the page was asked for; what a browser does not tell is absent. */
  firstPaintMs: ms,
  firstContentMs: ms,
  largestContentMs: ms,
  loadMs: ms,
});

export type SpeedRecord = v.InferOutput<typeof speedSchema>;

/** How fast the last page was here, for whoever looks at a slow phone in their hand. Where records are not wanted there is none. */
export const storedSpeed = stored<SpeedRecord>({
  key: 'performance',
  parse: (json) => {
    const read = v.safeParse(speedSchema, json);
    return read.success ? read.output : null;
  },
  format: (record) => record,
});
