import type { Action } from './history.ts';

/** Removes the actions that the failure does not need, and simplifies the others. */
export async function shrink(
  actions: readonly Action[],
  isStillFailing: (fewer: readonly Action[]) => Promise<boolean>,
): Promise<Action[]> {
  let least = [...actions];
  for (let size = Math.ceil(least.length / 2); size >= 1;) {
    let hasShrunk = false;
    for (let from = 0; from < least.length;) {
      const fewer = [...least.slice(0, from), ...least.slice(from + size)];
      if (await isStillFailing(fewer)) [least, hasShrunk] = [fewer, true];
      else from += size;
    }
    if (size > 1) size = Math.floor(size / 2);
    else if (!hasShrunk) break;
  }
  for (const plainer of [{ diesAt: null }, { turns: null }, { order: 0 }] as const)
    for (const [index, action] of least.entries()) {
      const tried = least.with(index, { ...action, ...plainer });
      if (await isStillFailing(tried)) least = tried;
    }
  return least;
}
