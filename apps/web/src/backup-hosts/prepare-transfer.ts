import { armHandOver } from '@jawhara/contract';
import { call } from '../api/call.ts';
import {
  storeTransferCredential,
  readTransferCredential,
  type TransferCredential,
} from '../browser/storage/device.ts';
import { toBase64Url } from './transfer-code.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };

async function newKey(): Promise<Pick<TransferCredential, 'privateKey' | 'publicKey'>> {
  // Not extractable: no script, ours or a stranger's, ever gets to see it.
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['sign']);
  return { privateKey, publicKey: toBase64Url(await crypto.subtle.exportKey('raw', publicKey)) };
}

/** While the host is well, for the day it is not: once in every page, because the device may be another one by now. */
export async function prepareTransfer(): Promise<void> {
  const { privateKey, publicKey } = (await readTransferCredential()) ?? (await newKey());
  const credential = await call(armHandOver, { publicKey });
  if (credential.kind === 'ok')
    await storeTransferCredential({ privateKey, publicKey, sealed: credential.value.sealed });
}
