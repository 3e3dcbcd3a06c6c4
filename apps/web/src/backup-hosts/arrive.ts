import { takeHandOver } from '@jawhara/contract';
import { call } from '../api/call.ts';
import { adopt, readPageInfo, safePath } from './carried.ts';
import { handOverOf, readHandOverLink, type Reason } from './hand-over-code.ts';
import { storedMoves } from './stored-moves.ts';

const START = '/pay';

/**
 * Somebody comes from another host of ours: they become the device they were there, once, and go on where they were. Whatever is
 * wrong with the code, nothing of it is taken: neither the device nor the purchase. Answers with the path to go on at.
 */
export async function arrive(hash: string, reason: Reason): Promise<string> {
  const arrival = readHandOverLink(hash);
  const carried = arrival && readPageInfo(arrival.pageInfo);
  if (arrival === null || carried === null) return START;
  const taken = await call(takeHandOver, await handOverOf(arrival, reason));
  if (taken.kind !== 'ok') return START;
  adopt(carried.stored, localStorage);
  storedMoves.write(carried.moves);
  return safePath(carried.at, location.origin);
}
