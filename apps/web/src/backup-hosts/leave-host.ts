import { armHandOver, askHandOver } from '@jawhara/contract';
import { call } from '../api/call.ts';
import {
  storeTransferCredential,
  readTransferCredential,
  type TransferCredential,
} from '../browser/storage/device.ts';
import { toBase64Url, hashOf, signTransfer } from './transfer-code.ts';
import { storedPendingRequest, storedOpenOrderId } from '../browser/storage/purchase.ts';
import { pathToTransfer, storedMoves, storedToTransfer, writePageInfo } from './transferred-state.ts';
import { askHost } from './probe.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };

async function newKey(): Promise<Pick<TransferCredential, 'privateKey' | 'publicKey'>> {
  // Not extractable, so that no script can read it.
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['sign']);
  return { privateKey, publicKey: toBase64Url(await crypto.subtle.exportKey('raw', publicKey)) };
}

/** Gets the credential for a move to another host while this one is up; once per page, because the device may have changed. */
export async function prepareTransfer(): Promise<void> {
  const { privateKey, publicKey } = (await readTransferCredential()) ?? (await newKey());
  const credential = await call(armHandOver, { publicKey });
  if (credential.kind === 'ok')
    await storeTransferCredential({ privateKey, publicKey, sealed: credential.value.sealed });
}

/** A limit, so that failing hosts do not send visitors in circles. */
export const MOVES_MAX = 3;

const siteOf = (host: string): string => `${location.protocol}//${host}`;

/** The number of this move; null when the limit is reached. */
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

/** The page's address on that host. Null: too many moves, or a payment under way that cannot be transferred without the key. */
export async function addressOn(host: string): Promise<string | null> {
  const moves = nextMove();
  if (moves === null) return null;
  const credential = await readTransferCredential();
  if (credential !== null) return withCode(host, credential, moves);
  const isUnderWay = storedPendingRequest.read() !== null || storedOpenOrderId.read() !== null;
  return isUnderWay ? null : `${siteOf(host)}${pathToTransfer(location)}`;
}

/** Like addressOn, but only if the purchase can be transferred. */
export async function codedAddressOn(host: string): Promise<string | null> {
  const [moves, credential] = [nextMove(), await readTransferCredential()];
  return moves === null || credential === null ? null : withCode(host, credential, moves);
}
