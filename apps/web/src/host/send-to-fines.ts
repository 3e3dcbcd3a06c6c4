import { readDisplayId } from '@jawhara/domain';
import type { ShareLocation } from './send-to-share.ts';
import { readUrlParameters } from './url-parameters.ts';

/** `anti_ban` names a banned account: the visitor is taken to its fine. True when on the way there. */
export function sendToFines(location: ShareLocation): boolean {
  const reading = readDisplayId(readUrlParameters(location).antiBan ?? '');
  if (reading.kind !== 'read') return false;
  location.replace(`/fines?fine=${reading.displayId}`);
  return true;
}
