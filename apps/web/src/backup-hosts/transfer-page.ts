import { readBackupDomains } from '@jawhara/contract';
import { askHost } from './probe.ts';
import { parseUrl, goToPage } from '../browser/page-address.ts';
import { receiveTransfer, languageOfTransfer, readPageInfo } from './transferred-state.ts';
import { readTransferLink } from './transfer-code.ts';

/**
 * The origin of the referring page if it is another host of ours, otherwise null. The list of hosts is fetched without a
 * cookie: an answer to a call with one would set a device before the code does.
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
// The transfer code is removed from the address and its history entry before anything else.
history.replaceState(null, '', location.pathname);

/**
 * Takes over the transfer of the link and returns the path to continue at. The visitor must confirm, whatever the link says,
 * unless another host of ours referred them: a transfer makes this browser the device of the link's maker.
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
