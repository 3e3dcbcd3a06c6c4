import { configureGlobal } from 'fast-check';

/** A gate says the same of the same code twice. On a person's machine every run looks somewhere else. */
if (process.env['CI'] !== undefined) configureGlobal({ seed: 1_000_328 });
