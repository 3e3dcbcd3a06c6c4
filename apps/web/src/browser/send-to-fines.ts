import { readDisplayId } from '@jawhara/domain';
import { goToPage } from './page-address.ts';
import type { Go, ShareLocation } from './send-to-share.ts';
import { readUrlParameters } from './url-parameters.ts';

/** `anti_ban` names a banned account: the visitor is taken to its fine. True when on the way there. */
export function sendToFines(location: ShareLocation, go: Go = goToPage): boolean {
  const reading = readDisplayId(readUrlParameters(location).antiBan ?? '');
  if (reading.kind !== 'read') return false;
  go(`/fines?fine=${reading.displayId}`, 'replace');
  return true;
}
