import { readFileSync, writeFileSync } from 'node:fs';
import { recordedStatements } from '../explain/recorded-statements.ts';
import { changedSteps, flowShape, findIncompatibilities, type FlowShape } from './flow-shape.ts';

/**
 * `npm run release:flows`: records the flow's events and steps and the SQL statements of this release. The tables of the next
 * release are tested with these statements. Fails if this code could not handle work that the last release has stored.
 */

const EVENTS = new URL('../../apps/api/src/orders/base/order-life.ts', import.meta.url);
const FLOW = new URL('../../apps/api/src/orders/order.flow.ts', import.meta.url);
const RELEASED = new URL('../../apps/api/src/orders/released-flows.json', import.meta.url);
const STATEMENTS = new URL('../../apps/api/src/orders/released-statements.jsonl', import.meta.url);

const now = flowShape(readFileSync(EVENTS, 'utf8') + readFileSync(FLOW, 'utf8'));
const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as FlowShape;
const lost = findIncompatibilities(released, now);
if (lost.length > 0 && !process.argv.includes('--drained')) {
  process.stderr.write(
    `${lost.join('\n')}\nKeep the old event beside the new one for a release, or say --drained.\n`,
  );
  process.exit(1);
}
writeFileSync(RELEASED, `${JSON.stringify(now, null, 2)}\n`);
const sent = recordedStatements().map(({ text, types }) => `${JSON.stringify({ text, types })}\n`);
writeFileSync(STATEMENTS, sent.join(''));
const changed = changedSteps(released, now);
process.stdout.write(
  changed.length === 0
    ? 'The steps are those of the last release.\n'
    : `Other steps in ${changed.join(', ')}: release it under a new BUILD, and drain the old one (deploy/release.md).\n`,
);
