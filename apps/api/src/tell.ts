import { usdText } from '@jawhara/domain';
import { readDatabaseUrl } from './env.ts';
import { tellOrder } from './orders/tell-order.ts';
import { connectPostgres } from './platform/postgres.ts';

/** The story of an order: `npm run order -- JW-7F3K-20481`. */
const db = connectPostgres({ url: readDatabaseUrl(process.env), connectionsMax: 1 });
try {
  const told = await tellOrder(db, process.argv.slice(2).join(' '));
  if (told === null) console.log('Give an order number (JW-7F3K-20481) or an order id.');
  if (told?.length === 0) console.log('No order has this number.');
  if (!told?.length) process.exitCode = 1;
  for (const { number, order, story } of told ?? []) {
    const held = order.isHeld ? ', held' : '';
    console.log(`${number}  ${order.id}`);
    console.log(
      `${order.state}${held}  ${usdText(order.priceUsdCents)}  ${order.gems} gems  account ${order.recipientId}`,
    );
    for (const { at, kind, from, to, detail } of story) {
      const move = to === null ? '' : `${from ?? ''} -> ${to}`;
      console.log(`  ${at.toISOString()}  ${kind.padEnd(24)} ${move.padEnd(26)} ${JSON.stringify(detail)}`);
    }
  }
} finally {
  await db.end({ timeout: 5 });
}
