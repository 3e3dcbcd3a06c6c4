import type { listGemPacks, listSavedCards, readOrder, readOrderStatus } from '@jawhara/contract';

type Needed = (
  | typeof listGemPacks
  | typeof listSavedCards
  | typeof readOrder
  | typeof readOrderStatus
)['name'];

/** Each of these has an error of its own: whoever reads the log sees at once what the server left out. */
const MISSING: Record<string, string> = {
  listGemPacks: 'the server answered without a recharge list',
  listSavedCards: 'the server answered without a list of saved cards',
  readOrderStatus: 'the server answered without a fast pay result',
  readOrder: 'the server answered without an order result',
} satisfies Record<Needed, string>;

class MissingAnswer extends Error {
  override readonly name = 'MissingAnswer';
}

/** The call succeeded and its answer is not there, or is none. Reported to whoever watches errors; the screen has its own words. */
export function raiseMissing(endpointName: string): void {
  const what = MISSING[endpointName] ?? `the server’s answer to ${endpointName} cannot be read`;
  globalThis.reportError?.(new MissingAnswer(what));
}
