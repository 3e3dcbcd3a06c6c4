import { configureGlobal } from 'fast-check';

const said = process.env['PROPERTY_SEED'];
/** A gate says the same of the same code twice. On a person's machine every run looks somewhere else, unless it is told where. */
if (said !== undefined || process.env['CI'] !== undefined)
  configureGlobal({ seed: Number(said ?? 1_000_328) });
