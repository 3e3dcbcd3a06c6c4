import { configureGlobal } from 'fast-check';

const said = process.env['PROPERTY_SEED'];
/** CI uses a fixed seed, so that the same code gives the same result. Locally every run draws new samples, unless PROPERTY_SEED is set. */
if (said !== undefined || process.env['CI'] !== undefined)
  configureGlobal({ seed: Number(said ?? 1_000_328) });
