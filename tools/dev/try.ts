/** `deploy/try`, once the packages are there: a shop with services of its own, and one pack that is bought in it. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cardPayTypeOf, CHECKOUT_COM } from '@jawhara/domain';
import { sandboxControls } from '../../chaos/sandbox-controls.ts';
import { shopClient } from '../../chaos/shop-client.ts';
import { planDrill } from '../restore-drill/play-orders.ts';
import { isPortInUse } from '../stack/ports.ts';
import { portsFrom } from '../stack/profiles.ts';
import { PROGRAM_PARTS } from '../stack/program-parts.ts';
import { runOnce } from '../stack/run-once.ts';
import { isSiteBuilt } from '../stack/site-build.ts';
import { startStack, type Stack } from '../stack/start-stack.ts';
import { writeResults } from '../test/results.ts';

const BASE_PORTS = [4780, 4880, 4980, 5080];
const RECIPIENT = { displayId: '5048213', accountId: 1001 };
const CARD = '4242 4242 4242 4242';
const DELIVERED_WITHIN_MS = 60_000;
const POLL_EVERY_MS = 250;

const before = Number(process.env['TRY_SECONDS'] ?? 0);
const seconds = (): number => before + performance.now() / 1000;
const say = (line: string): void => console.log(`${seconds().toFixed(0).padStart(4)} s  ${line}`);
const isOnce = process.argv.includes('--once');

async function freeBase(): Promise<number> {
  for (const base of BASE_PORTS) {
    const inUse = await Promise.all(Object.values(portsFrom(base)).map(isPortInUse));
    if (!inUse.includes(true)) return base;
  }
  throw new Error(`ports from ${BASE_PORTS.join(', ')} are all taken: end another shop on this machine`);
}

/** Rejects with a message if the pack does not arrive in time. */
async function buyPack(stack: Stack): Promise<void> {
  const shop = shopClient(stack.urls.api);
  const sandbox = sandboxControls(stack.urls.sandbox, stack.env['CHECKOUT_COM_SECRET_KEY'] ?? '');
  const device = randomBytes(32).toString('hex');
  const [planned] = planDrill(1, 1);
  const packs = await shop.packs(device);
  const pack =
    packs.kind === 'answered'
      ? packs.value.rows.find(({ payTypes }) => payTypes.includes(cardPayTypeOf(CHECKOUT_COM)))
      : undefined;
  if (planned === undefined || pack === undefined) throw new Error('the shop lists no packs');
  const order = {
    ...planned,
    device,
    provider: CHECKOUT_COM,
    kind: 'approved',
    recipientId: RECIPIENT.accountId,
    rechargeId: pack.rechargeId,
  } as const;
  say(`buying ${pack.gems} gems for ${RECIPIENT.displayId}, with the test card ${CARD}`);
  const pressedAt = performance.now();
  const placed = await shop.buy(
    order,
    `try-${device.slice(0, 16)}`,
    await sandbox.card(order.provider, 'approve'),
  );
  if (placed.kind !== 'answered') throw new Error(`the purchase was not taken: ${JSON.stringify(placed)}`);
  while (performance.now() - pressedAt < DELIVERED_WITHIN_MS) {
    const status = await shop.status(order, placed.value.orderId);
    if (status.kind === 'answered' && status.value.creditedAt !== null) {
      say(`bought and delivered, ${((performance.now() - pressedAt) / 1000).toFixed(1)} s after the press`);
      return;
    }
    await sleep(POLL_EVERY_MS);
  }
  throw new Error(
    `the pack was not delivered within ${DELIVERED_WITHIN_MS / 1000} s; logs: ${stack.logsDir}`,
  );
}

async function openSite(stack: Stack): Promise<void> {
  if (!isSiteBuilt()) {
    say('building the site, half a minute');
    await runOnce('apps/web/build/build.ts', stack.env, `${stack.logsDir}/build.log`);
  }
  await stack.join(PROGRAM_PARTS.site(stack));
  console.log(`
  the shop        ${stack.urls.site}/   type ${RECIPIENT.displayId}, choose a pack, card ${CARD}
  every test card ${stack.urls.sandbox}/
  the mails       ${stack.urls.sandbox}/mail
  logs            ${stack.logsDir}

Ctrl-C ends everything. To work on it: npm run dev; to run it for real: deploy/release.md.`);
  setInterval(() => {}, 1 << 30);
}

try {
  const basePort = await freeBase();
  const stack = await startStack({ profile: 'chaos', parts: ['sandbox', 'api'], basePort, say });
  try {
    await buyPack(stack);
    if (!isOnce) await openSite(stack);
  } catch (fault) {
    await stack.stop();
    throw fault;
  }
  if (isOnce) {
    await stack.stop();
    writeResults('try', { passed: 1, failed: 0 });
    console.log(`try: one pack bought after ${seconds().toFixed(0)} s`);
    process.exit(0);
  }
} catch (fault) {
  console.error(`\ntry: ${fault instanceof Error ? fault.message : String(fault)}`);
  writeResults('try', { passed: 0, failed: 1 });
  process.exit(1);
}
