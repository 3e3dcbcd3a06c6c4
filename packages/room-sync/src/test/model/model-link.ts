import { ROOM_MESSAGE_IDS } from '../../message-ids.ts';
import type { SocketPosition } from '../../socket-position.ts';
import type { Coverage } from './coverage.ts';
import type { ModelClient } from './model-client.ts';
import type { Random } from './random.ts';

type InFlight = { readonly text: string } | { readonly closeCode: number };

/**
 * A socket from its gateway to its client. Worse than TCP: it reorders, doubles and loses messages. TCP's order holds only where
 * the protocol relies on it: nothing overtakes a reset (11006) or a sync sn (11008), and a link that lost a message carries no
 * sync sn and breaks later.
 */
export class ModelLink {
  position: SocketPosition = null;
  isUp = true;
  isDoomed = false;
  private down: InFlight[] = [];

  readonly client: ModelClient;
  readonly socketId: number;
  readonly rid: string;

  constructor(client: ModelClient, socketId: number, rid: string) {
    this.client = client;
    this.socketId = socketId;
    this.rid = rid;
  }

  get hasMessages(): boolean {
    return this.down.length > 0;
  }

  send(text: string): void {
    if (this.isUp && !(this.isDoomed && isSyncSn(text))) this.down.push({ text });
  }

  /** The gateway closes the socket; messages on their way arrive first. */
  closeWith(code: number): void {
    if (this.isUp) this.down.push({ closeCode: code });
  }

  break(): void {
    this.isUp = false;
    this.down = [];
  }

  deliverNext(): void {
    const next = this.down.shift();
    if (next === undefined) return;
    if ('text' in next) return this.client.receive(this.socketId, next.text);
    this.break();
    this.client.receiveClose(this.socketId, next.closeCode);
  }

  /** Reorders or duplicates two neighbouring messages. */
  disturb(random: Random, coverage: Coverage): void {
    const at = random.below(Math.max(1, this.down.length - 1));
    const [one, two] = [this.down[at], this.down[at + 1]];
    if (one === undefined || isFixed(one)) return;
    const kind = random.below(3);
    if (kind === 0) {
      this.down.splice(at, 0, one);
      coverage.count('link: message doubled');
    } else if (kind === 1 && two !== undefined && !isFixed(two)) {
      this.down.splice(at, 2, two, one);
      coverage.count('link: messages reordered');
    } else if (kind === 2) {
      this.down.splice(at, 1);
      this.down = this.down.filter((message) => !('text' in message && isSyncSn(message.text)));
      this.isDoomed = true;
      coverage.count('link: message lost');
    }
  }

  /** Damages a command of the next update on its way. */
  damageUpdate(): boolean {
    const at = this.down.findIndex(
      (message) => 'text' in message && message.text.includes('\\"cmd\\":\\"push_left'),
    );
    const message = this.down[at];
    if (message === undefined || !('text' in message)) return false;
    this.down[at] = { text: message.text.replaceAll('\\"cmd\\":\\"push_left', '\\"cmd\\":\\"future') };
    return true;
  }
}

function isFixed(message: InFlight): boolean {
  return !('text' in message) || isSyncSn(message.text) || hasId(message.text, ROOM_MESSAGE_IDS.resetSn);
}

function isSyncSn(text: string): boolean {
  return hasId(text, ROOM_MESSAGE_IDS.syncSn);
}

function hasId(text: string, id: number): boolean {
  return text.startsWith(`{"msg_id":${id},`);
}
