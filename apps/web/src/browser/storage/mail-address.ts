import { parseMailAddress, type MailAddress } from '@jawhara/domain';
import { stored } from './stored.ts';

/** The address for receipts, where the payer ticked that this device may remember it. Apart from device.ts, which every first load has. */
export const storedMailAddress = stored<MailAddress>({
  key: 'mail_address',
  parse: (json) => (typeof json === 'string' ? parseMailAddress(json) : null),
  format: (address) => address,
});
