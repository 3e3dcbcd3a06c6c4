import { takeHandOver } from '@jawhara/contract';
import { call } from '../api/call.ts';
import { restore, readPageInfo, safePath } from './transferred-state.ts';
import { transferOf, readTransferLink, type Reason } from './transfer-code.ts';
import { storedMoves } from './leave-host.ts';

const START = '/pay';

/**
 * A visitor comes from another host of ours: this browser becomes the device it was there, once, and continues at the same page.
 * If anything is wrong with the code, neither the device nor the purchase is taken over. Returns the path to continue at.
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
