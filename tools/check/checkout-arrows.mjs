import { TEST } from './order-arrows.mjs';

const CHECKOUT = 'apps/web/src/checkout';
/**
 * The folders of the checkout, each with those it may import and why not the others:
 * screens -> methods, bank, result -> parts -> machine.
 */
const CHECKOUT_FOLDERS = {
  machine: [[], 'The machine is played without a page. A view that it knew would have to be played too.'],
  parts: [['machine'], 'A part is drawn by methods, bank and result alike, so it knows none of them.'],
  methods: [
    ['parts', 'machine'],
    'A method ends with the order. How it is checked or shown afterwards is the machine’s.',
  ],
  bank: [
    ['methods/card/fields', 'parts', 'machine'],
    'The bank’s question does not depend on how the card was chosen. A provider’s script that can ask it is in the provider’s fields.',
  ],
  result: [
    ['parts', 'machine'],
    'A result is shown by its order alone, also after a reload and from a link.',
  ],
};
const folderArrows = Object.entries(CHECKOUT_FOLDERS).map(([folder, [below, comment]]) => ({
  name: `checkout-${folder}-looks-down`,
  comment,
  from: { path: `^${CHECKOUT}/${folder}/`, pathNot: TEST },
  to: { path: `^${CHECKOUT}/`, pathNot: `^${CHECKOUT}/(${[folder, ...below].join('|')})/` },
}));

/** The arrows inside the checkout. */
export const CHECKOUT_ARROWS = [
  ...folderArrows,
  {
    name: 'checkout-purchase-is-a-child',
    comment: 'The machine of one payment knows nothing of steps, methods and guards around it.',
    from: { path: `^${CHECKOUT}/machine/purchase/`, pathNot: TEST },
    to: { path: `^${CHECKOUT}/`, pathNot: `^${CHECKOUT}/machine/purchase/` },
  },
];
