import { backupDomainsSchema, type BackupDomains } from '@jawhara/contract';
import * as v from 'valibot';
import { stored } from './stored.ts';

/** For each host of ours those that stand in for it, as the server last said it: it is needed when nobody can be asked. */
export const storedBackupDomains = stored<BackupDomains>({
  key: 'backup_domains',
  parse: (json) => {
    const read = v.safeParse(backupDomainsSchema, json);
    return read.success ? read.output : null;
  },
  format: (domains) => domains,
});
