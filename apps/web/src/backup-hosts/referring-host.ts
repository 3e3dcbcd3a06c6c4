import { readBackupDomains } from '@jawhara/contract';
import { askHost } from './probe.ts';
import { parseUrl } from '../browser/parse-url.ts';

/**
 * The origin of the referring page where it is another host of ours, else null. The server's own list says which are, asked without a
 * cookie: the answer to a call with one would name a device before the code does. A page of this very host leads nobody here.
 */
export async function referringHost(referrer: string): Promise<string | null> {
  const from = parseUrl(referrer);
  if (from === null || from.protocol !== location.protocol || from.host === location.host) return null;
  try {
    const hosts = Object.entries(await askHost(location.host, readBackupDomains)).flat(2);
    return hosts.includes(from.host) ? from.origin : null;
  } catch {
    return null;
  }
}
