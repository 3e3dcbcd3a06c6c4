import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isRoomId } from '@jawhara/room-sync';
import { firstCommands, nextCommands } from './play/demo-changes.ts';
import { readPlayEnv } from './play/env.ts';
import { createProducer } from './play/room-producer.ts';

const HELP = `Drives a demo room as the app's server would.

  npm run room -- play [RID] [--rid RID] [--gateway URL] [--every MS] [--secret whsec_…]

  RID        the room, 1 to 20 digits; 88002 by default
  --gateway  a gateway's address, more than once for several; otherwise ROOMS_URL (comma-separated)
  --every    milliseconds between two changes; 1000 by default
  --secret   an inlet secret; otherwise the first of ROOM_INLET_SECRETS
  --count    stops after so many changes

It owns the room's state: where a gateway answers state-lost it sends the whole state again.
`;

const say = (text: string): boolean => process.stdout.write(text);

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      rid: { type: 'string' },
      gateway: { type: 'string', multiple: true },
      every: { type: 'string', default: '1000' },
      secret: { type: 'string' },
      count: { type: 'string', default: 'Infinity' },
    },
  });
  const [verb, named] = positionals;
  if (values.help || verb !== 'play') return null;
  const env = readPlayEnv();
  const rid = values.rid ?? named ?? '88002';
  const gateways = values.gateway ?? env.gateways;
  const secret = values.secret ?? env.secret;
  if (!isRoomId(rid)) throw new Error('the room is 1 to 20 digits');
  if (gateways.length === 0) throw new Error('name a gateway: --gateway http://127.0.0.1:PORT, or ROOMS_URL');
  if (secret === null) throw new Error('give an inlet secret: --secret whsec_…, or ROOM_INLET_SECRETS');
  return { rid, gateways, secret, everyMs: Number(values.every), count: Number(values.count) };
}

async function play(options: NonNullable<ReturnType<typeof readArguments>>): Promise<void> {
  const { rid, gateways, secret, everyMs, count } = options;
  const producer = createProducer({ rid, secret, gateways, wait: pause, triesMax: Infinity });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  let sn = await producer.sendState();
  sn = await producer.change(firstCommands());
  say(`room ${rid} is live at sn ${sn}\n`);
  for (let second = 1; second <= count && !stopping.signal.aborted; second += 1) {
    await pause(everyMs);
    sn = await producer.change(nextCommands(second, (below) => randomInt(below)));
    const { batches, states, retries } = producer.counts;
    const line = `room ${rid}: sn ${sn}, ${batches} changes, ${states} whole states, ${retries} retries`;
    if (process.stdout.isTTY) say(`\r${line}  `);
    else if (second % 30 === 1) say(`${line}\n`);
  }
  say('\n');
}

try {
  const options = readArguments();
  if (options === null) say(HELP);
  else await play(options);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
