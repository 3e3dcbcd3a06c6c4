import { resolve } from 'node:path';

/** The checkout of these tools, wherever the command was started. */
export const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The folder for all files that runs write. It may be deleted while no run uses it. */
export const STATE_DIR = resolve(REPOSITORY, '.jawhara');
