import { askHandOver } from '@jawhara/contract';
import { readArmedDevice, type ArmedDevice } from '../browser/storage/armed-device.ts';
import { storedPendingRequest } from '../browser/storage/stored-pending-request.ts';
import { storedOpenOrderId } from '../browser/storage/stored-purchase.ts';
import { pathToCarry, storedToCarry, writePageInfo } from './carried.ts';
import { askHost } from './dial.ts';
import { hashOf, signHandOver } from './hand-over-code.ts';
import { storedMoves } from './stored-moves.ts';

/** Hosts that come and go must not send anybody round in circles. */
export const MOVES_MAX = 3;

const siteOf = (host: string): string => `${location.protocol}//${host}`;

/** The number of this move; null when there were enough. */
function nextMove(): number | null {
  const moves = (storedMoves.read() ?? 0) + 1;
  return moves > MOVES_MAX ? null : moves;
}

async function withCode(host: string, armed: ArmedDevice, moves: number): Promise<string> {
  const { challenge } = await askHost(host, askHandOver);
  const pageInfo = writePageInfo({ at: pathToCarry(location), moves, stored: storedToCarry(localStorage) });
  const code = await signHandOver(armed, { host, challenge, pageInfo, consent: false });
  return `${siteOf(host)}/hand-over.html${hashOf({ pageInfo, code, isAsked: false })}`;
}

/** Where to go, or null: somebody whose order is under way, and whom nobody there would know, is better off waiting here. */
export async function addressOn(host: string): Promise<string | null> {
  const moves = nextMove();
  if (moves === null) return null;
  const armed = await readArmedDevice();
  if (armed !== null) return withCode(host, armed, moves);
  const isUnderWay = storedPendingRequest.read() !== null || storedOpenOrderId.read() !== null;
  return isUnderWay ? null : `${siteOf(host)}${pathToCarry(location)}`;
}

/** The same, and only where the purchase can go along. */
export async function codedAddressOn(host: string): Promise<string | null> {
  const [moves, armed] = [nextMove(), await readArmedDevice()];
  return moves === null || armed === null ? null : withCode(host, armed, moves);
}
