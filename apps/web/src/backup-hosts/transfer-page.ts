import { readBackupDomains } from '@jawhara/contract';
import { askHost } from './probe.ts';
import { parseUrl, goToPage } from '../browser/page-address.ts';
import { receiveTransfer, languageOfTransfer, readPageInfo } from './transferred-state.ts';
import { readTransferLink } from './transfer-code.ts';

/**
 * The origin of the referring page where it is another host of ours, else null. The server's own list says which are, asked without a
 * cookie: the answer to a call with one would name a device before the code does. A page of this very host leads nobody here.
 */
async function referringHost(referrer: string): Promise<string | null> {
  const from = parseUrl(referrer);
  if (from === null || from.protocol !== location.protocol || from.host === location.host) return null;
  try {
    const hosts = Object.entries(await askHost(location.host, readBackupDomains)).flat(2);
    return hosts.includes(from.host) ? from.origin : null;
  } catch {
    return null;
  }
}

const START = '/pay';
const { hash } = location;
// Out of the address and of the history before anything else.
history.replaceState(null, '', location.pathname);

/**
 * The opener is asked unless another host of ours led here, whatever the link says: its maker could leave anything out of it, and whoever
 * takes a code is the maker's device from then on.
 */
async function pathToGoOnAt(): Promise<string> {
  const link = readTransferLink(hash);
  const carried = link && readPageInfo(link.pageInfo);
  if (carried === null) return START;
  const from = await referringHost(document.referrer);
  if (from !== null) return receiveTransfer(hash, { from, consent: false });
  const { isMeant } = await import('./ask-payer.ts');
  return (await isMeant(languageOfTransfer(carried)))
    ? receiveTransfer(hash, { from: '', consent: true })
    : START;
}

const goTo = (path: string): void => goToPage(path, 'replace');
pathToGoOnAt().then(goTo, () => goTo(START));
