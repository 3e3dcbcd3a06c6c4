import { askHandOver } from '@jawhara/contract';
import { readArmedDevice } from '../host/armed-device.ts';
import { storedPendingRequest } from '../host/stored-pending-request.ts';
import { storedOpenOrderId } from '../host/stored-purchase.ts';
import { pathToCarry, storedToCarry, writePageInfo } from './carried.ts';
import { askHost } from './dial.ts';
import { hashOf, signHandOver } from './hand-over-code.ts';
import { storedMoves } from './stored-moves.ts';

/** Hosts that come and go must not send anybody round in circles. */
export const MOVES_MAX = 3;

/** Where to go, or null: somebody whose order is under way, and whom nobody there would know, is better off waiting here. */
export async function addressOn(host: string): Promise<string | null> {
  const moves = (storedMoves.read() ?? 0) + 1;
  if (moves > MOVES_MAX) return null;
  const site = `${location.protocol}//${host}`;
  const at = pathToCarry(location);
  const armed = await readArmedDevice();
  if (armed === null) {
    const isUnderWay = storedPendingRequest.read() !== null || storedOpenOrderId.read() !== null;
    return isUnderWay ? null : `${site}${at}`;
  }
  const { challenge } = await askHost(host, askHandOver);
  const pageInfo = writePageInfo({ at, moves, stored: storedToCarry(localStorage) });
  const code = await signHandOver(armed, { host, challenge, pageInfo });
  return `${site}/hand-over.html${hashOf({ pageInfo, code })}`;
}
