// Separate from the calls and the configuration that use them, because every page imports these and would load all of those
// too.
import * as v from 'valibot';

/** For each host, its backup hosts. */
export type BackupDomains = Readonly<Record<string, readonly string[]>>;

const host = v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}(:\d{1,5})?$/));

export const backupDomainsSchema = v.record(host, v.array(host));

/** Any app's scheme, but none that a browser runs as code, and no plain http. */
export const APP_ADDRESS =
  /^(?!(?:http|javascript|data|blob|file|vbscript|about):)[a-z][a-z0-9+.-]{2,40}:\/\/\S+$/i;
