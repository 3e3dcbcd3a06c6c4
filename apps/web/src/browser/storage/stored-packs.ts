import { listGemPacks, parse, type RechargeList } from '@jawhara/contract';
import { stored } from './stored.ts';

/** The packs as last seen, so that the page is whole without a network. */
export const storedPacks = stored<RechargeList>({
  key: 'packs',
  parse: (json) => {
    const reading = parse(listGemPacks.answer, json);
    return reading.kind === 'parsed' ? reading.value : null;
  },
  // What a price was about in another money is only true for a while.
  format: ({ rows, ...list }) =>
    listGemPacks.answer.write({ ...list, rows: rows.map(({ estimate: _old, ...row }) => row) }),
});
