import { askBrowserHandOver, checkDomainPayable } from '@jawhara/contract';
import { GENERIC_WALLET, WALLET_SOURCE } from '@jawhara/domain';
import { call } from '../api/call.ts';
import { readTransferCredential, storedBackupDomains } from '../browser/storage/device.ts';
import { grayValue } from '../browser/ids.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { prepareTransfer, codedAddressOn } from './leave-host.ts';
import { pathToTransfer, storedToTransfer, writePageInfo } from './transferred-state.ts';
import { askHost } from './probe.ts';
import { hashOf, signTransfer } from './transfer-code.ts';
import { fetchHosts } from './watch-hosts.ts';

/** Whether the host is on the list of the deployment's hosts, which is fetched again for this. */
async function isOurs(host: string): Promise<boolean> {
  if (host === location.host) return true;
  await fetchHosts();
  const domains = Object.entries(storedBackupDomains.read() ?? {});
  return domains.some(([of, others]) => of === host || others.includes(host));
}

/**
 * The address at which this purchase's wallet can be opened, with device and purchase after the `#`, sealed and valid once;
 * without a session key. Null: not one of our hosts, or the purchase could not be transferred.
 */
export async function addressToPayAt(host: string): Promise<string | null> {
  return (await isOurs(host)) ? codedAddressOn(host) : null;
}

/** The host on which the wallet may be opened: this one, or another. */
async function payableHost(): Promise<string | null> {
  const accountId = storedLogin.read()?.account.accountId ?? null;
  const question = { payType: GENERIC_WALLET, domain: location.host, accountId, grayValue: grayValue() };
  const answer = await call(checkDomainPayable, question);
  return answer.kind === 'ok' ? answer.value.domain : null;
}

/** The values to store in the system browser. The wallet is preselected there, because it is the reason to go there. */
function toCarry(): Record<string, string> {
  return {
    ...storedToTransfer(localStorage),
    last_pay_type: JSON.stringify(GENERIC_WALLET),
    last_pay_card: JSON.stringify(WALLET_SOURCE.sourceId),
  };
}

/** Like `addressToPayAt`, but for the system browser: visitors inside the app cannot open a wallet there. */
export async function addressInBrowser(): Promise<string | null> {
  const host = await payableHost();
  if (host === null || !(await isOurs(host))) return null;
  await prepareTransfer();
  const credential = await readTransferCredential();
  if (credential === null) return null;
  const { challenge } = await askHost(host, askBrowserHandOver);
  const pageInfo = writePageInfo({ at: pathToTransfer(location), moves: 0, stored: toCarry() });
  const code = await signTransfer(credential, { host, challenge, pageInfo, consent: true });
  return `${location.protocol}//${host}/hand-over.html${hashOf({ pageInfo, code, isPrompted: true })}`;
}
