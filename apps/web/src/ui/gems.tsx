import { countText } from '@jawhara/domain';
import { Ltr } from './ltr.tsx';

/** The bare number of gems, as on a pack. For "1,060 gems" in a sentence use word('count.gems'). */
export function Gems({ count }: { count: number }) {
  return <Ltr>{countText(count)}</Ltr>;
}
