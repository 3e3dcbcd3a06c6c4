import { resolve } from 'node:path';

/** The checkout these tools belong to, wherever the command was typed. */
export const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Everything a run writes lives here and may be deleted at any time. */
export const STATE_DIR = resolve(REPOSITORY, '.jawhara');
