import { randomUUID } from 'node:crypto';
import { signInletCall } from '../apps/rooms/src/inlet/inlet-signature.ts';
import { pidListeningOn } from '../tools/stack/ports.ts';
import { httpUrl, portsFrom } from '../tools/stack/profiles.ts';
import { DEVELOPMENT_INLET_SECRET } from '../tools/stack/rooms-environment.ts';
import { shop } from './addresses.ts';

/** A live room, which the test changes by signed calls as the app's server does. */
export class Room {
  readonly rid: string;

  constructor(rid: string) {
    this.rid = rid;
  }

  setState(state: object): Promise<void> {
    return this.#post({ rid: this.rid, state });
  }

  change(...commands: object[]): Promise<void> {
    return this.#post({ rid: this.rid, commands });
  }

  async #post(batch: object): Promise<void> {
    const body = Buffer.from(JSON.stringify(batch));
    const timestamp = Math.floor(Date.now() / 1000);
    const answer = await fetch(`${shop().siteUrl}/api/room/inlet/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signInletCall(DEVELOPMENT_INLET_SECRET, { id: randomUUID(), timestamp }, body),
      },
      body,
    });
    const text = await answer.text();
    if (!text.includes('"applied"')) throw new Error(`the inlet answered ${answer.status} ${text}`);
  }
}

export type GatewayName = 'rooms-1' | 'rooms-2';

function portsOf(name: GatewayName): { readonly own: number; readonly metrics: number } {
  const ports = portsFrom(Number(new URL(shop().siteUrl).port));
  return name === 'rooms-1'
    ? { own: ports.rooms1, metrics: ports.rooms1Metrics }
    : { own: ports.rooms2, metrics: ports.rooms2Metrics };
}

/** Sockets of the gateway; 0 if it does not answer. */
async function socketsOf(name: GatewayName): Promise<number> {
  const answer = await fetch(`${httpUrl(portsOf(name).metrics)}/metrics`).catch(() => null);
  const text = (await answer?.text()) ?? '';
  return Number(/^jawhara_room_sockets (\d+)/m.exec(text)?.[1] ?? 0);
}

/** Kills the gateway with the open sockets, as a power cut would. */
export async function killGatewayInUse(): Promise<GatewayName> {
  const names: readonly GatewayName[] = ['rooms-1', 'rooms-2'];
  const held = await Promise.all(names.map(socketsOf));
  const name = names.find((_, nth) => (held[nth] ?? 0) > 0);
  const pid = name === undefined ? undefined : pidListeningOn(portsOf(name).own);
  if (name === undefined || pid === undefined) throw new Error('no gateway holds a socket');
  process.kill(pid, 'SIGKILL');
  return name;
}
