import {
  isRoomId,
  parseJson,
  readCommand,
  readTables,
  type RoomCommand,
  type RoomTables,
} from '@jawhara/room-sync';

/** A batch with more commands than this is refused (RP-57). */
const COMMANDS_MAX = 256;

/** The content of a signed call (RP-61). */
export type InletRequest =
  | { readonly kind: 'batch'; readonly rid: string; readonly commands: readonly RoomCommand[] }
  | { readonly kind: 'state'; readonly rid: string; readonly tables: RoomTables };

export type InletReading = InletRequest | { readonly kind: 'refused'; readonly why: string };

const refused = (why: string): InletReading => ({ kind: 'refused', why });

function readBatch(rid: string, sent: readonly unknown[]): InletReading {
  if (sent.length === 0) return refused('no commands');
  if (sent.length > COMMANDS_MAX) return refused(`more than ${COMMANDS_MAX} commands`);
  const commands: RoomCommand[] = [];
  for (const [i, value] of sent.entries()) {
    const command = readCommand(value);
    if (command === null) return refused(`command ${i} is malformed`);
    commands.push(command);
  }
  return { kind: 'batch', rid, commands };
}

export function readInletBody(text: string): InletReading {
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null) return refused('the body is not a JSON object');
  const { rid, commands, state } = body as Readonly<Record<string, unknown>>;
  if (!isRoomId(rid)) return refused('rid is not 1 to 20 digits');
  if ((commands === undefined) === (state === undefined)) return refused('give either commands or state');
  if (commands !== undefined)
    return Array.isArray(commands) ? readBatch(rid, commands as unknown[]) : refused('commands is no list');
  const { tables, problems } = readTables(state);
  const [problem] = problems;
  return problem === undefined ? { kind: 'state', rid, tables } : refused(problem);
}
