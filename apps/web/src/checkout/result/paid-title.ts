import type { OrderInfo } from '@jawhara/contract';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/**
 * The goods and the recipient. Only the server's signal says that the goods have arrived. `name`: the nickname used in the
 * sentence.
 */
export function paidTitle(
  order: OrderInfo | null,
  hasArrived: boolean,
  name = isolatedName(order?.recipient.nickname ?? ''),
): string {
  if (order === null) return word('result.success.title');
  // A line never breaks between a number and its noun.
  const gems = word('count.gems', { n: order.gems }).replaceAll(' ', '\u00A0');
  if (order.recipient.nickname !== '')
    return hasArrived
      ? word('result.success.arrived', { gems, name })
      : word('result.success.onTheWay', { gems, name });
  return hasArrived ? word('result.success.arrivedNoName', { gems }) : word('result.success.title');
}
