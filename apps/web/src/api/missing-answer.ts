import type { listGemPacks, listSavedCards, readOrder, readOrderStatus } from '@jawhara/contract';

type Needed = (
  | typeof listGemPacks
  | typeof listSavedCards
  | typeof readOrder
  | typeof readOrderStatus
)['name'];

/** Each of these has its own error, so that the log shows at once what the server left out. */
const MISSING: Record<string, string> = {
  listGemPacks: 'the server answered without a recharge list',
  listSavedCards: 'the server answered without a list of saved cards',
  readOrderStatus: 'the server answered without a fast pay result',
  readOrder: 'the server answered without an order result',
} satisfies Record<Needed, string>;

class MissingAnswer extends Error {
  override readonly name = 'MissingAnswer';
}

/** The call succeeded and its data is missing. Reported as an error; the screen shows its own sentence. */
export function raiseMissing(endpointName: string): void {
  const what = MISSING[endpointName] ?? `the server’s answer to ${endpointName} cannot be read`;
  globalThis.reportError?.(new MissingAnswer(what));
}
