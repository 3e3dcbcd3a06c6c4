// Apart from the calls and the configuration that use them: every page reads these, and would load all of those too.
import * as v from 'valibot';

/** For each host, those that stand in when it cannot be reached. */
export type BackupDomains = Readonly<Record<string, readonly string[]>>;

const host = v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}(:\d{1,5})?$/));

export const backupDomainsSchema = v.record(host, v.array(host));

/** Any scheme of an app, and none that a browser takes for code or for a place without a lock. */
export const APP_ADDRESS =
  /^(?!(?:http|javascript|data|blob|file|vbscript|about):)[a-z][a-z0-9+.-]{2,40}:\/\/\S+$/i;
