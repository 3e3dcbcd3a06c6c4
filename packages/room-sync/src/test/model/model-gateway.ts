import {
  readClientMessage,
  writeFullStatus,
  writeHeartbeatAnswer,
  writeReset,
  writeSyncSn,
  writeUpdate,
} from '../../messages.ts';
import type { RoomLog } from '../../room-log.ts';
import type { SocketQuery } from '../../socket-address.ts';
import { positionAfterReset, positionAfterUpdate, positionAtOpen } from '../../socket-position.ts';
import { decideUpdate, type UpdateFrames } from '../../update-decision.ts';
import type { Coverage } from './coverage.ts';
import type { ModelClient } from './model-client.ts';
import { ModelLink } from './model-link.ts';
import type { ModelParts } from './model-parts.ts';
import type { FeedMessage, ModelServer } from './model-server.ts';
import type { Random } from './random.ts';

/**
 * A gateway by the rules of section 6 of docs/room-protocol.md. Its feed from storage is pub/sub: it loses, doubles and reorders.
 */
export class ModelGateway {
  isDraining = false;
  links: ModelLink[] = [];
  private feed: FeedMessage[] = [];
  private rooms = new Map<string, RoomLog>();

  readonly url: string;
  private readonly rids: readonly string[];
  private readonly server: ModelServer;
  private readonly parts: ModelParts;
  private readonly coverage: Coverage;

  constructor(
    url: string,
    rids: readonly string[],
    server: ModelServer,
    parts: ModelParts,
    coverage: Coverage,
  ) {
    this.url = url;
    this.rids = rids;
    this.server = server;
    this.parts = parts;
    this.coverage = coverage;
    this.restart();
  }

  restart(): void {
    this.isDraining = false;
    this.feed = [];
    this.rooms = new Map(this.rids.map((rid) => [rid, this.server.room(rid).log]));
  }

  enqueue(message: FeedMessage): void {
    this.feed.push(message);
  }

  accept(client: ModelClient, socketId: number, { rid, sn }: SocketQuery): ModelLink {
    const link = new ModelLink(client, socketId, rid);
    this.links.push(link);
    link.position = positionAtOpen(sn);
    const greeting = this.parts.greetingOf(this.log(rid), sn);
    if (greeting.kind === 'update') {
      this.coverage.count('greeting: update');
      this.sendUpdate([link], rid, greeting.frames);
    } else if (greeting.kind === 'reset') {
      this.coverage.count('greeting: reset');
      this.sendReset([link], rid, greeting.sn);
    } else {
      this.coverage.count('greeting: heartbeat answer');
      link.send(writeHeartbeatAnswer());
    }
    return link;
  }

  takeText(link: ModelLink, text: string): void {
    const message = readClientMessage(text);
    if (message.kind !== 'heartbeat') throw new Error(`a client sent ${text}`);
    this.coverage.count('connection: heartbeat answered');
    link.send(writeHeartbeatAnswer());
  }

  /** Takes the oldest message of the feed. */
  receiveNext(): boolean {
    const message = this.feed.shift();
    if (message === undefined) return false;
    const log = this.log(message.rid);
    if (message.kind === 'state-set') {
      if (message.sn > log.sn) this.takeState({ ...log, sn: message.sn, last: null, isLive: true });
      return true;
    }
    const { sn } = message.frames[1] ?? message.frames[0];
    if (sn <= log.sn) return true;
    if (decideUpdate(log.sn, message.frames) === 'gap') this.coverage.count('gateway: gap in its feed');
    this.rooms.set(message.rid, { ...log, sn, last: message.frames, isLive: true });
    this.sendUpdate(this.linksOf(message.rid), message.rid, message.frames);
    return true;
  }

  disturbFeed(random: Random): void {
    const at = random.below(Math.max(1, this.feed.length - 1));
    const [one, two] = [this.feed[at], this.feed[at + 1]];
    if (one === undefined) return;
    const kind = random.below(3);
    if (kind === 0) {
      this.feed.splice(at, 1);
      this.coverage.count('feed: message lost');
    } else if (kind === 1) {
      this.feed.splice(at, 0, one);
      this.coverage.count('feed: message doubled');
    } else if (two !== undefined) {
      this.feed.splice(at, 2, two, one);
      this.coverage.count('feed: messages reordered');
    }
  }

  /**
   * Compares each room's sn with the one in storage, and sends the clients a room's last update or a reset if it is behind
   * (RP-54).
   */
  checkPosition(): void {
    this.server.checkRunId();
    for (const rid of this.rids) {
      const stored = this.server.room(rid).log;
      if (stored.sn === this.log(rid).sn) continue;
      this.rooms.set(rid, stored);
      if (!stored.isLive) continue;
      if (stored.last === null) {
        this.coverage.count('gateway: behind, reset sent');
        this.sendReset(this.linksOf(rid), rid, stored.sn);
      } else {
        this.coverage.count('gateway: behind, last update sent');
        this.sendUpdate(this.linksOf(rid), rid, stored.last);
      }
    }
  }

  takeState(log: RoomLog): void {
    this.rooms.set(log.rid, log);
    this.sendReset(this.linksOf(log.rid), log.rid, log.sn);
  }

  /** Drops the feed's messages of a room whose server restarted with a lower sn: none of them may follow. */
  forgetFeed(rid: string): void {
    this.feed = this.feed.filter((message) => message.rid !== rid);
  }

  /** Would send a sync sn (11008) with its own sn or with that of storage; maySyncSn (RP-53) decides whether it may. */
  sendSyncSn(link: ModelLink, isOfStorage: boolean): void {
    const { sn, isLive } = isOfStorage ? this.server.room(link.rid).log : this.log(link.rid);
    if (!isLive) return;
    if (this.parts.maySyncSn(link.position, sn)) link.send(writeSyncSn(link.rid, sn));
    else this.coverage.count('sync sn: withheld from a socket');
  }

  pushFullStatus(link: ModelLink): void {
    const status = this.server.fullStatus(link.rid);
    if (status !== null) link.send(writeFullStatus(link.rid, status));
  }

  private log(rid: string): RoomLog {
    const log = this.rooms.get(rid);
    if (log === undefined) throw new Error(`no room ${rid}`);
    return log;
  }

  private linksOf(rid: string): readonly ModelLink[] {
    return this.links.filter((link) => link.rid === rid);
  }

  private sendUpdate(links: readonly ModelLink[], rid: string, frames: UpdateFrames): void {
    const text = writeUpdate(rid, frames);
    for (const link of links) {
      link.position = positionAfterUpdate(link.position, frames);
      link.send(text);
    }
  }

  private sendReset(links: readonly ModelLink[], rid: string, sn: number): void {
    for (const link of links) {
      link.position = positionAfterReset();
      link.send(writeReset(rid, sn));
    }
  }
}
