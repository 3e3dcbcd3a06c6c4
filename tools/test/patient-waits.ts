/** Vitest's default of one second for a wait is too short on a busy machine. Runs before each test file, and raises it once. */
import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

const { waitFor } = vi;

const waitPatiently: typeof vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });

if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently;
