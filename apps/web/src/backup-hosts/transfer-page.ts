import { goToPage } from '../browser/page-address.ts';
import { receiveTransfer } from './receive-transfer.ts';
import { languageOfTransfer, readPageInfo } from './transferred-state.ts';
import { readTransferLink } from './transfer-code.ts';
import { referringHost } from './referring-host.ts';

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
