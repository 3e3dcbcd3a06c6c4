import { randomUUID } from 'node:crypto';
import {
  applyCommands,
  emptyTables,
  tablesAsJson,
  type RoomCommand,
  type RoomTables,
} from '@jawhara/room-sync';
import { INLET_PATH, signInletCall } from '../inlet/inlet-signature.ts';
import type { InletAnswer } from '../inlet/change-room.ts';

/** Plays the app's server for one room: it owns the state, sends changes, and sends the whole state if that was lost. */
export interface RoomProducer {
  tables(): RoomTables;
  /** Applies the commands to its own state and sends them, with retries; returns the room's sn. */
  change(commands: readonly RoomCommand[]): Promise<number>;
  sendState(): Promise<number>;
  readonly counts: { batches: number; states: number; retries: number };
}

export interface ProducerDeps {
  readonly rid: string;
  readonly secret: string;
  /** Gateways to try in turn after a failed call. */
  readonly gateways: readonly string[];
  readonly wait: (ms: number) => Promise<unknown>;
  /** Gives up after this many calls without an answer. */
  readonly triesMax?: number;
}

const TRY_AGAIN_MS = 200;
const CALL_WITHIN_MS = 5_000;

/** Makes a signed call; null if the gateway cannot be reached or answers with an error, so that the caller tries again. */
export async function callInlet(
  gateway: string,
  secret: string,
  body: object,
  id: string = randomUUID(),
): Promise<InletAnswer | null> {
  const bytes = Buffer.from(JSON.stringify(body));
  const timestamp = Math.floor(Date.now() / 1000);
  try {
    const response = await fetch(`${gateway}${INLET_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signInletCall(secret, { id, timestamp }, bytes) },
      body: bytes,
      signal: AbortSignal.timeout(CALL_WITHIN_MS),
    });
    if (response.status === 401) throw new Error('the gateway does not know the inlet secret');
    return response.ok ? ((await response.json()) as InletAnswer) : null;
  } catch (error) {
    if ((error as Error).message.includes('inlet secret')) throw error;
    return null;
  }
}

export function createProducer({ rid, secret, gateways, wait, triesMax = 300 }: ProducerDeps): RoomProducer {
  const counts = { batches: 0, states: 0, retries: 0 };
  let tables = emptyTables();
  let turn = 0;

  async function send(body: object): Promise<InletAnswer> {
    const id = randomUUID();
    for (let tried = 0; tried < triesMax; tried += 1) {
      const answer = await callInlet(gateways[turn % gateways.length] ?? '', secret, body, id);
      turn += 1;
      if (answer !== null) return answer;
      counts.retries += 1;
      await wait(TRY_AGAIN_MS);
    }
    throw new Error('no gateway takes the call');
  }

  async function sendState(): Promise<number> {
    counts.states += 1;
    const answer = await send({ rid, state: tablesAsJson(tables) });
    if (answer.result !== 'applied') throw new Error(`the state was not taken: ${JSON.stringify(answer)}`);
    return answer.sn;
  }

  return {
    counts,
    tables: () => tables,
    sendState,
    async change(commands) {
      const applied = applyCommands(tables, commands);
      const [problem] = applied.malformed;
      if (problem !== undefined) throw new Error(problem);
      tables = applied.tables;
      counts.batches += 1;
      const answer = await send({ rid, commands });
      if (answer.result === 'applied') return answer.sn;
      if (answer.result === 'state-lost') return sendState();
      throw new Error(`the batch was refused: ${answer.why}`);
    },
  };
}
