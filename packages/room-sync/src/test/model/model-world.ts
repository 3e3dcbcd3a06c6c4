import { readSocketQuery } from '../../socket-address.ts';
import { keyName, type RoomKey, valueOf } from '../../tables.ts';
import type { Coverage } from './coverage.ts';
import { type ClientWorld, isSameTables, ModelClient } from './model-client.ts';
import { ModelGateway } from './model-gateway.ts';
import type { ModelLink } from './model-link.ts';
import type { ModelParts } from './model-parts.ts';
import { ModelServer } from './model-server.ts';
import { KEYS, TABLES } from './random-commands.ts';
import type { Random } from './random.ts';

/** Room 7 is drawn most often, so that its clients and changes interact. */
export const RIDS = ['7', '7', '7', '42'] as const;
const HOSTS = ['rooms-1.example', 'rooms-2.example'] as const;
const WATCHED: readonly RoomKey[] = TABLES.flatMap((table) => KEYS.map((key) => ({ table, key })));
const QUIET_ROUNDS = 200;
const QUIET_STEP_MS = 5000;

/** A pending response, which succeeds or fails later. */
interface Pending {
  readonly finish: (isWell: boolean) => void;
}

/** Storage, gateways, networks and clients, driven by random actions; then a quiet time, after which all clients must agree. */
export class ModelWorld implements ClientWorld {
  readonly moveRules = { hosts: HOSTS, allowsPlainSocket: false };
  readonly parts: ModelParts;
  readonly coverage: Coverage;
  readonly random: Random;
  readonly server: ModelServer;
  readonly gateways: readonly ModelGateway[];
  readonly clients: readonly ModelClient[];
  private time = 0;
  private pending: Pending[] = [];

  constructor(random: Random, parts: ModelParts, coverage: Coverage) {
    this.random = random;
    this.parts = parts;
    this.coverage = coverage;
    const rids = [...new Set(RIDS)];
    this.server = new ModelServer(rids, coverage, (message) => {
      for (const gateway of this.gateways) gateway.enqueue(message);
    });
    this.gateways = HOSTS.map(
      (host) => new ModelGateway(`wss://${host}/api/room/socket/`, rids, this.server, parts, coverage),
    );
    this.clients = Array.from(
      { length: 1 + random.below(6) },
      () => new ModelClient(this, random.pick(RIDS), WATCHED),
    );
    for (const client of this.clients) client.dispatch({ type: 'start' });
  }

  now = (): number => this.time;
  tablesAt: ClientWorld['tablesAt'] = (rid, sn) => this.server.tablesAt(rid, sn);

  fetchTicket: ClientWorld['fetchTicket'] = (client, socketId) => {
    this.expect((isWell) => {
      const { url } = this.random.pick(this.servingGateways());
      const { sn } = client.view;
      client.dispatch(
        isWell ? { type: 'ticket', socketId, ticket: 't/1', url, sn } : { type: 'ticket-failed', socketId },
      );
    });
  };

  openSocket: ClientWorld['openSocket'] = (client, socketId, url, address) => {
    this.expect((isWell) => {
      const gateway = this.gateways.find((one) => one.url === url);
      const { searchParams } = new URL(address);
      const query = readSocketQuery((name) => searchParams.get(name));
      if (query === null) throw new Error(`unreadable address ${address}`);
      if (!isWell || gateway === undefined || gateway.isDraining)
        return client.dispatch({ type: 'socket-error', socketId });
      gateway.accept(client, socketId, query);
      return client.dispatch({ type: 'socket-opened', socketId });
    });
  };

  sendText: ClientWorld['sendText'] = (client, socketId, text) => {
    for (const { gateway, link } of this.allLinks())
      if (link.client === client && link.socketId === socketId) gateway.takeText(link, text);
  };

  closeSocket: ClientWorld['closeSocket'] = (client, socketId) => {
    for (const { gateway, link } of this.allLinks())
      if (link.client === client && link.socketId === socketId) this.breakLink(gateway, link);
  };

  fetchFullStatus: ClientWorld['fetchFullStatus'] = (client, fetchId, rid) => {
    this.expect((isRead) => {
      const status = isRead ? this.server.fullStatus(rid) : null;
      if (isRead && status === null) this.coverage.count('full status: room not live');
      // The status is read now and the response comes later: it may be older than messages of the socket.
      this.expect((isAnswered) =>
        client.dispatchView(
          isAnswered && status !== null
            ? { type: 'fetched', fetchId, status }
            : { type: 'fetch-failed', fetchId },
        ),
      );
    });
  };

  finishPending(isWell: boolean, at = 0): boolean {
    const [one] = this.pending.splice(at, 1);
    one?.finish(isWell);
    return one !== undefined;
  }

  get pendingCount(): number {
    return this.pending.length;
  }

  advance(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = Math.min(...this.clients.map((client) => client.nextDue()));
      if (due > end) break;
      this.time = Math.max(this.time, due);
      for (const client of this.clients) client.fireDue();
    }
    this.time = end;
  }

  allLinks(): readonly { readonly gateway: ModelGateway; readonly link: ModelLink }[] {
    return this.gateways.flatMap((gateway) => gateway.links.map((link) => ({ gateway, link })));
  }

  breakLink(gateway: ModelGateway, link: ModelLink): void {
    link.break();
    gateway.links = gateway.links.filter((one) => one !== link);
  }

  /** Breaks a link. The client notices it by a close event or, without notice, only by the silence. */
  loseLink(gateway: ModelGateway, link: ModelLink, hasNotice: boolean): void {
    this.breakLink(gateway, link);
    this.coverage.count(hasNotice ? 'link: broken' : 'link: broken without notice');
    if (hasNotice) this.expect(() => link.client.receiveClose(link.socketId, 1006));
  }

  servingGateways(): readonly ModelGateway[] {
    const serving = this.gateways.filter(({ isDraining }) => !isDraining);
    return serving.length > 0 ? serving : this.gateways;
  }

  private expect(finish: Pending['finish']): void {
    this.pending.push({ finish });
  }

  /** Runs the model without losses until nothing is pending; returns how many virtual seconds that took. */
  comeToRest(): number {
    const startedAt = this.time;
    for (const gateway of this.gateways) gateway.isDraining = false;
    for (const { gateway, link } of this.allLinks()) if (link.isDoomed) this.loseLink(gateway, link, true);
    for (let round = 0; round < QUIET_ROUNDS; round += 1) {
      this.server.settle();
      for (const gateway of this.gateways) {
        while (gateway.receiveNext());
        gateway.checkPosition();
      }
      for (const client of this.clients) {
        const { name } = client.connection.phase;
        if (name === 'closed' || name === 'failed') client.dispatch({ type: 'start' });
      }
      if (this.random.chance(0.5)) this.deliverAll();
      while (this.finishPending(true) || this.deliverAll());
      if (this.clients.every((client) => this.isAtRest(client))) return (this.time - startedAt) / 1000;
      this.advance(QUIET_STEP_MS);
    }
    throw new Error('no rest after the quiet');
  }

  private deliverAll(): boolean {
    const waiting = this.allLinks().filter(({ link }) => link.hasMessages);
    for (const { link } of waiting) while (link.hasMessages) link.deliverNext();
    for (const gateway of this.gateways) gateway.links = gateway.links.filter(({ isUp }) => isUp);
    return waiting.length > 0;
  }

  private isAtRest(client: ModelClient): boolean {
    const { phase } = client.connection;
    return (
      phase.name === 'open' &&
      client.view.fetch.kind === 'none' &&
      this.allLinks().some(({ link }) => link.client === client && link.socketId === phase.socketId)
    );
  }

  checkAgreement(): void {
    for (const { view, shown } of this.clients) {
      const { log, tables } = this.server.room(view.rid);
      if (!isSameTables(tables, this.server.appTables(view.rid)))
        throw new Error('the server does not have the state of the app');
      if (view.sn !== log.sn) throw new Error(`a client is at ${view.sn}, the server at ${log.sn}`);
      if (!isSameTables(view.tables, tables)) throw new Error('a client differs from the server');
      for (const at of WATCHED)
        if (shown.get(keyName(at)) !== valueOf(view.tables, at))
          throw new Error(`the screen shows an old ${keyName(at)}`);
    }
  }
}
