import { askHandOver } from '@jawhara/contract';
import { stored } from '../browser/storage/stored.ts';
import { readTransferCredential, type TransferCredential } from '../browser/storage/device.ts';
import { storedPendingRequest, storedOpenOrderId } from '../browser/storage/purchase.ts';
import { pathToTransfer, storedToTransfer, writePageInfo } from './transferred-state.ts';
import { askHost } from './probe.ts';
import { hashOf, signTransfer } from './transfer-code.ts';

/** How often this visit has changed hosts. A visit is a window: another one starts at nothing. */
export const storedMoves = stored<number>(
  {
    key: 'host_moves',
    parse: (json) => (typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : null),
    format: (moves) => moves,
  },
  () => globalThis.sessionStorage,
);

/** Hosts that come and go must not send anybody round in circles. */
export const MOVES_MAX = 3;

const siteOf = (host: string): string => `${location.protocol}//${host}`;

/** The number of this move; null when there were enough. */
function nextMove(): number | null {
  const moves = (storedMoves.read() ?? 0) + 1;
  return moves > MOVES_MAX ? null : moves;
}

async function withCode(host: string, credential: TransferCredential, moves: number): Promise<string> {
  const { challenge } = await askHost(host, askHandOver);
  const pageInfo = writePageInfo({
    at: pathToTransfer(location),
    moves,
    stored: storedToTransfer(localStorage),
  });
  const code = await signTransfer(credential, { host, challenge, pageInfo, consent: false });
  return `${siteOf(host)}/hand-over.html${hashOf({ pageInfo, code, isPrompted: false })}`;
}

/** The address to go to, or null if an order is open and the device key is missing: stay. */
export async function addressOn(host: string): Promise<string | null> {
  const moves = nextMove();
  if (moves === null) return null;
  const credential = await readTransferCredential();
  if (credential !== null) return withCode(host, credential, moves);
  const isUnderWay = storedPendingRequest.read() !== null || storedOpenOrderId.read() !== null;
  return isUnderWay ? null : `${siteOf(host)}${pathToTransfer(location)}`;
}

/** The same, and only where the purchase can go along. */
export async function codedAddressOn(host: string): Promise<string | null> {
  const [moves, credential] = [nextMove(), await readTransferCredential()];
  return moves === null || credential === null ? null : withCode(host, credential, moves);
}
