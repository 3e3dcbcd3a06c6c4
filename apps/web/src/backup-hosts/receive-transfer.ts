import { takeHandOver } from '@jawhara/contract';
import { call } from '../api/call.ts';
import { restore, readPageInfo, safePath } from './transferred-state.ts';
import { transferOf, readTransferLink, type Reason } from './transfer-code.ts';
import { storedMoves } from './leave-host.ts';

const START = '/pay';

/**
 * Somebody comes from another host of ours: they become the device they were there, once, and go on where they were. Whatever is
 * wrong with the code, nothing of it is taken: neither the device nor the purchase. Answers with the path to go on at.
 */
export async function receiveTransfer(hash: string, reason: Reason): Promise<string> {
  const arrival = readTransferLink(hash);
  const carried = arrival && readPageInfo(arrival.pageInfo);
  if (arrival === null || carried === null) return START;
  const answer = await call(takeHandOver, await transferOf(arrival, reason));
  if (answer.kind !== 'ok') return START;
  restore(carried.stored, localStorage);
  storedMoves.write(carried.moves);
  return safePath(carried.at, location.origin);
}
