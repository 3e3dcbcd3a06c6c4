/**
 * `node tools/walks/walks.ts`: counts the files of each reading walk from the code's imports, prints them, and fails when a walk
 * has more files than allowed. Counts the product's files too (counts.ts).
 */
import { REPOSITORY } from '../stack/repository.ts';
import { countWalk, type Walk } from './count-walk.ts';
import { countProduct, judgeCounts, readProductFiles } from './counts.ts';
import { readImports } from './import-graph.ts';

const web = (...paths: string[]): string[] => paths.map((path) => `apps/web/src/${path}`);
const api = (...paths: string[]): string[] => paths.map((path) => `apps/api/src/${path}`);

const ORDER_FLOW = 'orders/order.flow.ts';
const CREDIT = api(
  ORDER_FLOW,
  'orders/delivery/deliver-order.ts',
  'orders/base/write-books.ts',
  'ledger/ledger.store.ts',
);

/** The walks that ARCHITECTURE.md describes. A commit that raises the number of files of a walk gives the reason. */
const WALKS: readonly Walk[] = [
  {
    name: 'confirm, from the press to fetch',
    legs: [
      web('checkout/methods/card/card-step-layout.tsx'),
      web('checkout/methods/card/use-card-keys.ts'),
      web(
        'checkout/machine/run-checkout.ts',
        'checkout/machine/checkout.ts',
        'checkout/machine/on-confirm.ts',
        'checkout/machine/purchase/purchase.ts',
      ),
      web('checkout/machine/run-checkout.ts', 'checkout/machine/purchase/purchase-effects.ts'),
      web('checkout/methods/card/use-card-fields.ts'),
      web('checkout/methods/card/fields/checkout-com/checkout-com-fields.ts'),
      web('api/create-call.ts'),
    ],
    filesMax: 10,
  },
  {
    name: 'Apple Pay, from the press to fetch',
    legs: [
      web('checkout/methods/wallet/apple-pay-kit.tsx'),
      web('screens/pay/pay-screen.tsx', 'checkout/parts/pay-now.tsx'),
      web('screens/pay/pay-screen.tsx', 'checkout/machine/use-guards.ts', 'checkout/machine/guards.ts'),
      web(
        'checkout/machine/run-checkout.ts',
        'checkout/machine/checkout.ts',
        'checkout/machine/on-confirm.ts',
        'checkout/machine/purchase/purchase.ts',
      ),
      web('checkout/machine/run-checkout.ts', 'checkout/machine/purchase/purchase-effects.ts'),
      web('checkout/machine/wallet-sheet.ts'),
      web('checkout/methods/wallet/apple-pay.ts'),
      web('checkout/machine/purchase/wallet-session.ts'),
      web('api/create-call.ts'),
    ],
    filesMax: 14,
  },
  {
    name: 'createCoinPay, from the route to the ledger',
    legs: [
      api('orders/orders.routes.ts', 'orders/placing/place-order.ts', 'orders/placing/open-order.ts'),
      api('orders/placing/pay-opened.ts'),
      api(ORDER_FLOW, 'orders/paying/begin-payment.ts'),
      api(ORDER_FLOW, 'orders/paying/take-money.ts'),
      CREDIT,
    ],
    filesMax: 10,
  },
  {
    name: 'webhook, from the route to the ledger',
    legs: [
      api(
        'orders/webhooks/webhooks.routes.ts',
        'orders/webhooks/receive-webhook.ts',
        'orders/store/webhook.store.ts',
      ),
      api('orders/follow-up/sweep-orders.ts'),
      api(ORDER_FLOW, 'orders/webhooks/read-webhook.ts'),
      api(ORDER_FLOW, 'orders/paying/take-money.ts'),
      CREDIT,
    ],
    filesMax: 10,
  },
  {
    name: 'refund, from the command to the ledger',
    legs: [
      api(
        'operator/orders/order.verbs.ts',
        'operator/orders/refund-order.ts',
        'orders/refunds/record-refund.ts',
        'orders/store/refund.store.ts',
      ),
      api('orders/follow-up/sweep-orders.ts'),
      api(ORDER_FLOW, 'orders/refunds/submit-refunds.ts'),
      api('orders/refunds/take-return.ts', 'orders/base/write-books.ts', 'ledger/ledger.store.ts'),
    ],
    filesMax: 10,
  },
  {
    name: 'upload, from the file to the object store',
    legs: [
      web('feedback/form/attachments.tsx'),
      web('feedback/flow/run-feedback.ts', 'feedback/flow/feedback.ts', 'feedback/flow/files.ts'),
      web('screens/feedback/browser-feedback-deps.ts', 'api/send-file.ts'),
      api('feedback/feedback.routes.ts', 'feedback/take-upload.ts', 'feedback/clean-file.ts'),
      api('platform/object-store.ts'),
    ],
    filesMax: 10,
  },
];

const graph = readImports(REPOSITORY);
for (const walk of WALKS) {
  const counted = countWalk(graph, walk);
  if (counted.kind === 'broken') {
    console.log(`${walk.name}: no way by imports from ${counted.from} to ${counted.to}`);
    process.exitCode = 1;
    continue;
  }
  const { length } = counted.files;
  console.log(`${walk.name}: ${length} files, at most ${walk.filesMax}`);
  for (const file of counted.files) console.log(`  ${file}`);
  if (length > walk.filesMax) process.exitCode = 1;
}

for (const { line, isGood } of judgeCounts(countProduct(readProductFiles(REPOSITORY)))) {
  console.log(line);
  if (!isGood) process.exitCode = 1;
}
