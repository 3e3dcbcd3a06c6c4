import { parseMailAddress, type MailAddress } from '@jawhara/domain';
import { stored } from './stored.ts';

/**
 * The address for receipts, if the payer ticked that this device may remember it. Not in device.ts, which is in every first
 * load.
 */
export const storedMailAddress = stored<MailAddress>({
  key: 'mail_address',
  parse: (json) => (typeof json === 'string' ? parseMailAddress(json) : null),
  format: (address) => address,
});
