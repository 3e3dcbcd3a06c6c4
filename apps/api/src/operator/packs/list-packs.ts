import { allPacks, type CataloguePack } from '../../gem-packs/gem-pack.store.ts';
import type { OperatorContext } from '../operator-context.ts';

/** All that is sold, and what was. */
export function listPacks({ orders: { db } }: OperatorContext): Promise<readonly CataloguePack[]> {
  return allPacks(db);
}
