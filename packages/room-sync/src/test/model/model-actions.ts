import { ROOM_MESSAGE_IDS } from '../../message-ids.ts';
import { writeGatewayMessage, writeMove, writeUpdate } from '../../messages.ts';
import { MAX_BUFFERED_MESSAGES } from '../../room-view.ts';
import { type ModelWorld, RIDS } from './model-world.ts';
import { randomCommands } from './random-commands.ts';

type Action = (world: ModelWorld) => void;

const TIMES_MS = [1, 1, 1, 200, 200, 1000, 1000, 1000, 5000, 15_000] as const;

/** All actions of the model, with their weights. */
const ACTIONS: Readonly<Record<string, readonly [weight: number, action: Action]>> = {
  change: [60, ({ server, random }) => server.change(random.pick(RIDS), randomCommands(random))],
  'receive feed': [60, ({ gateways, random }) => void random.pick(gateways).receiveNext()],
  'receive all': [15, ({ gateways }) => gateways.forEach(receiveAll)],
  'disturb feed': [8, ({ gateways, random }) => random.pick(gateways).disturbFeed(random)],
  deliver: [80, (world) => withLink(world, ({ link }) => link.deliverNext())],
  'deliver all': [25, (world) => world.allLinks().forEach(({ link }) => deliverAll(link))],
  'disturb link': [8, (world) => withLink(world, ({ link }) => link.disturb(world.random, world.coverage))],
  'break link': [
    4,
    (world) =>
      withLink(world, ({ gateway, link }) => world.loseLink(gateway, link, world.random.chance(0.8))),
  ],
  'finish pending': [
    160,
    (world) => void world.finishPending(true, world.random.below(world.pendingCount + 1)),
  ],
  'fail pending': [5, (world) => void world.finishPending(false, world.random.below(world.pendingCount + 1))],
  'time passes': [20, (world) => world.advance(world.random.pick(TIMES_MS))],
  'long silence': [1, (world) => world.advance(121_000)],
  'check position': [8, ({ gateways, random }) => random.pick(gateways).checkPosition()],
  'sync sn': [
    25,
    (world) => withLink(world, ({ gateway, link }) => gateway.sendSyncSn(link, world.random.chance(0.5))),
  ],
  'push full status': [4, (world) => withLink(world, ({ gateway, link }) => gateway.pushFullStatus(link))],
  'whole state': [5, ({ server, random }) => server.sendWholeState(random.pick(RIDS))],
  'begin lower': [2, beginLower],
  snapshot: [4, ({ server }) => server.takeSnapshot()],
  'restore older': [2, ({ server }) => server.restoreOlder()],
  'kill gateway': [1, killGateway],
  'begin drain': [6, beginDrain],
  'end drain': [2, endDrain],
  'stray messages': [4, strayMessages],
  'damage update': [20, (world) => withLink(world, ({ link }) => void link.damageUpdate())],
  'close cleanly': [
    1,
    (world) => withLink(world, ({ gateway, link }) => closeWith(world, gateway, link, 1000)),
  ],
  'change room': [2, ({ clients, random }) => random.pick(clients).changeRoom(random.pick(RIDS))],
  'start again': [4, ({ clients, random }) => random.pick(clients).dispatch({ type: 'start' })],
  leave: [0.5, ({ clients, random }) => random.pick(clients).dispatch({ type: 'stop' })],
  send: [4, ({ clients, random }) => random.pick(clients).trySend()],
  'network gone': [0.3, networkGone],
  burst: [0.15, burst],
};

const TOTAL = Object.values(ACTIONS).reduce((sum, [weight]) => sum + weight, 0);

/** Runs a random action. */
export function stepWorld(world: ModelWorld): void {
  let left = (world.random.below(1_000_000) / 1_000_000) * TOTAL;
  for (const [weight, action] of Object.values(ACTIONS)) {
    left -= weight;
    if (left < 0) return action(world);
  }
}

type LinkOfGateway = ReturnType<ModelWorld['allLinks']>[number];

function withLink(world: ModelWorld, act: (one: LinkOfGateway) => void): void {
  const links = world.allLinks();
  if (links.length > 0) act(world.random.pick(links));
}

function receiveAll(gateway: ModelWorld['gateways'][number]): void {
  while (gateway.receiveNext());
}

function deliverAll(link: LinkOfGateway['link']): void {
  while (link.hasMessages) link.deliverNext();
}

/** Delivers the messages on their way, then closes. */
function closeWith(
  world: ModelWorld,
  gateway: LinkOfGateway['gateway'],
  link: LinkOfGateway['link'],
  code: number,
): void {
  link.closeWith(code);
  deliverAll(link);
  world.breakLink(gateway, link);
}

function beginLower({ server, gateways, random }: ModelWorld): void {
  const log = server.beginLower(random.pick(RIDS));
  for (const gateway of gateways) {
    gateway.forgetFeed(log.rid);
    gateway.takeState(log);
  }
}

function killGateway(world: ModelWorld): void {
  const gateway = world.random.pick(world.gateways);
  for (const link of gateway.links) world.loseLink(gateway, link, world.random.chance(0.7));
  gateway.restart();
  world.coverage.count('gateway: killed');
}

function beginDrain({ gateways, random }: ModelWorld): void {
  const gateway = random.pick(gateways);
  const other = gateways.find((one) => one !== gateway);
  if (other === undefined || other.isDraining) return;
  gateway.isDraining = true;
  for (const link of gateway.links) link.send(writeMove(other.url));
}

function endDrain(world: ModelWorld): void {
  for (const gateway of world.gateways.filter(({ isDraining }) => isDraining)) {
    for (const link of gateway.links) {
      world.coverage.count('drain: rest closed with 1012');
      closeWith(world, gateway, link, 1012);
    }
    gateway.restart();
  }
}

function strayMessages(world: ModelWorld): void {
  withLink(world, ({ link }) => {
    link.send(writeUpdate('999', [{ sn: 1, commands: [] }]));
    link.send(writeGatewayMessage(ROOM_MESSAGE_IDS.comment, { text: 'hello' }));
    link.send(writeGatewayMessage(12_345, {}));
    link.send('{"msg_id":11002,"body":"{"}');
    link.send(writeMove('wss://elsewhere.example/'));
  });
}

/** The network is down until every client has given up. */
function networkGone(world: ModelWorld): void {
  for (const { gateway, link } of world.allLinks()) world.loseLink(gateway, link, true);
  for (let second = 0; second < 40; second += 1) {
    while (world.finishPending(false));
    world.advance(1000);
  }
}

/** More updates than the buffer holds, delivered while a client fetches. */
function burst(world: ModelWorld): void {
  const { server, gateways, random, clients } = world;
  const fetching = clients.find(({ view }) => view.fetch.kind !== 'none');
  const rid = fetching?.view.rid ?? random.pick(RIDS);
  for (let i = 0; i < MAX_BUFFERED_MESSAGES + 20; i += 1)
    server.change(rid, [{ cmd: 'list_set', table: 'pk_rank', key: 'a', items: [i] }]);
  gateways.forEach(receiveAll);
  world.allLinks().forEach(({ link }) => deliverAll(link));
}
