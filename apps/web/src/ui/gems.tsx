import { formatCount } from './format-count.ts';
import { Ltr } from './ltr.tsx';

/** The bare number of gems, as on a pack. For "1,060 gems" in a sentence use word('count.gems'). */
export function Gems({ count }: { count: number }) {
  return <Ltr>{formatCount(count)}</Ltr>;
}
