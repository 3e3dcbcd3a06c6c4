/** Vitest gives up a wait after a second unless told otherwise, which a busy machine loses. Runs before each file, and changes it once. */
import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

const { waitFor } = vi;

const waitPatiently: typeof vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });

if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently;
