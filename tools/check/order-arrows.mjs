/** Tests are exempt from these rules: they may stand in for folders that import theirs. */
export const TEST = '(\\.test\\.tsx?|-suite\\.ts|/test/.+)$';

const ORDERS = 'apps/api/src/orders';
/**
 * The folders of orders, each with those it may import and why not the others:
 * placing -> flow -> paying, follow-up -> delivery, webhooks -> refunds -> base -> store. queries are read by routes alone.
 */
const ORDER_FOLDERS = {
  store: [[], 'SQL serves every step of an order and knows none of them.'],
  base: [
    ['store'],
    'Context, ports, moves, alerts, holds and books are shared by all steps. A step that base knew would be shared too.',
  ],
  refunds: [
    ['base', 'store'],
    'Money goes back whatever the order is at: a refund must not depend on how it was paid, delivered or checked.',
  ],
  webhooks: [
    ['base', 'store'],
    'A webhook is stored, matched and read here. Its effects on the order are the flow’s.',
  ],
  delivery: [
    ['refunds', 'base', 'store'],
    'Delivery looks at returned money first, and does not know how the payment came about.',
  ],
  paying: [
    ['delivery', 'refunds', 'base', 'store'],
    'A payment is decided the same way whether the payer, a webhook or a check brought the answer.',
  ],
  'follow-up': [
    ['webhooks', 'delivery', 'refunds', 'base', 'store'],
    'A scheduled check reads and enqueues. The flow decides what its answers change.',
  ],
  queries: [['paying', 'base', 'store'], 'A query changes nothing, so it needs no step that does.'],
  placing: [
    ['order.flow.ts', 'paying', 'follow-up', 'base', 'store'],
    'The payer’s calls open an order and hand it to the flow. They neither deliver nor refund.',
  ],
};
const folderArrows = Object.entries(ORDER_FOLDERS).map(([folder, [below, comment]]) => ({
  name: `orders-${folder}-looks-down`,
  comment,
  from: { path: `^${ORDERS}/${folder}/`, pathNot: TEST },
  to: {
    path: `^${ORDERS}/`,
    pathNot: `^${ORDERS}/(${[folder, ...below].join('|').replaceAll('.', '\\.')})(/|$)`,
  },
}));

/** The arrows inside orders. */
export const ORDER_ARROWS = [
  ...folderArrows,
  {
    name: 'orders-flow-looks-down',
    comment:
      'The flow runs the steps of an order. Those who send it events, and those who only read, stand above it.',
    from: { path: `^${ORDERS}/order\\.flow\\.ts$` },
    to: { path: `^${ORDERS}/(placing/|queries/|[^/]*\\.routes\\.ts$)` },
  },
];
