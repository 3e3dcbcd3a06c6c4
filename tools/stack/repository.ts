import { resolve } from 'node:path';

/** The checkout of these tools, wherever the command was started. */
export const REPOSITORY = resolve(import.meta.dirname, '../..');

/** All files that runs write; the folder may be deleted at any time. */
export const STATE_DIR = resolve(REPOSITORY, '.jawhara');
