import { applyCommands, applyToValues } from '../../apply-commands.ts';
import { readCommand, type RoomCommand, touchedKeys } from '../../commands.ts';
import type { FullStatus } from '../../messages.ts';
import { nextUpdate, openRoomLog, raiseGeneration, type RoomLog, setWholeState } from '../../room-log.ts';
import { generationOf } from '../../sn.ts';
import {
  compareTables,
  emptyTables,
  readTables,
  type RoomTables,
  tablesAsJson,
  valueOf,
  withEntries,
} from '../../tables.ts';
import type { UpdateFrames } from '../../update-decision.ts';
import { rowsOfCommand } from './command-rows.ts';
import type { Coverage } from './coverage.ts';

interface StoredRoom {
  readonly log: RoomLog;
  readonly tables: RoomTables;
}

/** Messages that storage publishes to every gateway. */
export type FeedMessage = { readonly rid: string } & (
  | { readonly kind: 'update'; readonly frames: UpdateFrames }
  | { readonly kind: 'state-set'; readonly sn: number }
);

const FIRST_GENERATION = 1000;

/** Storage, the inlet through which the app's server changes rooms, and that server, which owns the state of its rooms. */
export class ModelServer {
  private rooms: ReadonlyMap<string, StoredRoom>;
  private snapshots: ReadonlyMap<string, StoredRoom>[] = [];
  private readonly app = new Map<string, RoomTables>();
  private readonly history = new Map<string, RoomTables>();
  private generation = FIRST_GENERATION;
  private lowestGeneration = FIRST_GENERATION;
  private runId = 0;
  private registeredRunId = 0;

  private readonly coverage: Coverage;
  private readonly publish: (message: FeedMessage) => void;

  constructor(rids: readonly string[], coverage: Coverage, publish: (message: FeedMessage) => void) {
    this.coverage = coverage;
    this.publish = publish;
    this.rooms = new Map(
      rids.map((rid) => [rid, { log: openRoomLog(rid, FIRST_GENERATION), tables: emptyTables() }]),
    );
    for (const rid of rids) this.app.set(rid, emptyTables());
  }

  room(rid: string): StoredRoom {
    const room = this.rooms.get(rid);
    if (room === undefined) throw new Error(`no room ${rid}`);
    return room;
  }

  appTables(rid: string): RoomTables {
    return this.app.get(rid) ?? emptyTables();
  }

  /** The state that belongs to an sn; undefined for an sn that never existed. */
  tablesAt(rid: string, sn: number): RoomTables | undefined {
    return this.history.get(`${rid}:${sn}`);
  }

  fullStatus(rid: string): FullStatus | null {
    const { log, tables } = this.room(rid);
    return log.isLive ? { sn: log.sn, tables } : null;
  }

  /** A batch of the app's server, as the inlet accepts it (RP-61, RP-62). */
  change(rid: string, commands: readonly RoomCommand[]): void {
    const wanted = this.playCommands(rid, commands);
    if (wanted === null) return this.coverage.count('server: batch refused');
    this.app.set(rid, wanted);
    this.checkRunId();
    const room = this.room(rid);
    if (!room.log.isLive) {
      this.coverage.count('server: state lost');
      return this.sendWholeState(rid);
    }
    const entries = touchedKeys(commands).map((at) => ({ ...at, value: valueOf(room.tables, at) }));
    const { changed, malformed } = applyToValues(entries, commands);
    const tables = withEntries(room.tables, changed);
    if (malformed.length > 0 || compareTables(tables, wanted).changed.length > 0)
      throw new Error(`the inlet and the app's server disagree: ${malformed.join()}`);
    const { log, update } = nextUpdate(room.log, commands);
    this.store(rid, { log, tables });
    this.publish({ rid, kind: 'update', frames: update.frames });
  }

  /** The app's copy after the commands; null if one of them is malformed. */
  private playCommands(rid: string, commands: readonly RoomCommand[]): RoomTables | null {
    let tables = this.appTables(rid);
    let isRefused = false;
    for (const command of commands) {
      if (readCommand(command) === null) throw new Error(`unreadable ${command.cmd}`);
      const { table } = command;
      for (const row of rowsOfCommand(command, (key) => tables[table].get(key))) this.coverage.count(row);
      const applied = applyCommands(tables, [command]);
      isRefused ||= applied.malformed.length > 0;
      tables = applied.tables;
    }
    return isRefused ? null : tables;
  }

  sendWholeState(rid: string): void {
    this.checkRunId();
    const sent: unknown = JSON.parse(JSON.stringify(tablesAsJson(this.appTables(rid))));
    const { tables, problems } = readTables(sent);
    if (problems.length > 0) throw new Error(problems.join());
    const log = setWholeState(this.room(rid).log);
    this.store(rid, { log, tables });
    this.coverage.count('server: whole state set');
    this.publish({ rid, kind: 'state-set', sn: log.sn });
  }

  /** Our server never does this (RP-02), but a client must handle it: a server that restarts with a lower sn. */
  beginLower(rid: string): RoomLog {
    this.checkRunId();
    this.lowestGeneration -= 1;
    const log = setWholeState(openRoomLog(rid, this.lowestGeneration));
    this.store(rid, { log, tables: this.appTables(rid) });
    return log;
  }

  takeSnapshot(): void {
    this.snapshots = [...this.snapshots.slice(-2), this.rooms];
  }

  restoreOlder(): void {
    const [oldest] = this.snapshots;
    if (oldest === undefined) return;
    this.rooms = oldest;
    this.runId += 1;
    this.coverage.count('server: storage restored older');
  }

  /** If storage was restored, raises the generation: no room is live until its whole state is set again (RP-55). */
  checkRunId(): void {
    if (this.runId === this.registeredRunId) return;
    this.registeredRunId = this.runId;
    this.generation += 1;
    this.rooms = new Map(
      [...this.rooms].map(([rid, { log }]) => [
        rid,
        {
          log:
            generationOf(log.sn) < this.generation
              ? raiseGeneration(log, this.generation)
              : openRoomLog(rid, this.generation),
          tables: emptyTables(),
        },
      ]),
    );
    this.coverage.count('server: generation raised');
  }

  /** Makes every room live again. */
  settle(): void {
    this.checkRunId();
    for (const [rid, { log }] of this.rooms) if (!log.isLive) this.sendWholeState(rid);
  }

  private store(rid: string, room: StoredRoom): void {
    this.rooms = new Map(this.rooms).set(rid, room);
    this.history.set(`${rid}:${room.log.sn}`, room.tables);
  }
}
