import { applyToValue } from './apply-command.ts';
import { readCommand, type RoomCommand } from './commands.ts';
import { isJsonHash, type JsonValue } from './json-value.ts';
import { keyName, type RoomEntry, type RoomKey, type RoomTables, valueOf, withEntries } from './tables.ts';

export interface AppliedValues {
  /** The entries whose value has changed; `undefined` means that the key was removed. */
  readonly changed: readonly RoomEntry[];
  /** A sentence for each command that could not be applied. */
  readonly malformed: readonly string[];
}

/**
 * Applies commands to the values of the keys they touch. A key that is not among the entries is absent.
 * A malformed command changes nothing; the others apply (RP-22).
 */
export function applyToValues(
  entries: readonly RoomEntry[],
  commands: readonly RoomCommand[],
): AppliedValues {
  const before = new Map(entries.map((entry) => [keyName(entry), entry.value]));
  return applyWith((at) => before.get(keyName(at)), commands, []);
}

export interface AppliedCommands {
  readonly tables: RoomTables;
  readonly changed: readonly RoomKey[];
  readonly malformed: readonly string[];
}

/** Applies the commands of a frame, in order. Never throws, whatever they contain. */
export function applyCommands(tables: RoomTables, commands: readonly unknown[]): AppliedCommands {
  const unreadable: string[] = [];
  const readable = commands.flatMap((value) => {
    const command = readCommand(value);
    if (command === null) unreadable.push(`unreadable command ${nameOf(value)}`);
    return command ?? [];
  });
  const { changed, malformed } = applyWith((at) => valueOf(tables, at), readable, unreadable);
  return {
    tables: withEntries(tables, changed),
    changed: changed.map(({ table, key }) => ({ table, key })),
    malformed,
  };
}

function nameOf(value: unknown): string {
  return isJsonHash(value) && typeof value['cmd'] === 'string' ? value['cmd'].slice(0, 32) : 'without a name';
}

function applyWith(
  read: (at: RoomKey) => JsonValue | undefined,
  commands: readonly RoomCommand[],
  unreadable: readonly string[],
): AppliedValues {
  const written = new Map<string, RoomEntry>();
  const malformed = [...unreadable];
  const readNow = (at: RoomKey) => {
    const entry = written.get(keyName(at));
    return entry === undefined ? read(at) : entry.value;
  };
  const write = (at: RoomKey, value: JsonValue | undefined) => {
    if (value !== readNow(at)) written.set(keyName(at), { table: at.table, key: at.key, value });
  };
  for (const command of commands) {
    if (command.cmd === 'set_many') {
      for (const [key, value] of Object.entries(command.values))
        write({ table: command.table, key }, value ?? undefined);
    } else {
      const result = applyToValue(readNow(command), command);
      if (typeof result === 'string') malformed.push(`${command.cmd} on ${keyName(command)}: ${result}`);
      else write(command, result.value);
    }
  }
  return { changed: [...written.values()].filter((entry) => entry.value !== read(entry)), malformed };
}
