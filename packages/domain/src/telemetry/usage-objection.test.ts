import { expect, it } from 'vitest';
import { objectsToUsage, USAGE_OBJECTION } from './usage-objection.ts';

it('[P 11.1] an objection to usage data is recognised by its agreed value alone, also when the header repeats the value', () => {
  for (const said of [USAGE_OBJECTION, ' 1 ', '1, 1', '0,1']) expect(objectsToUsage(said)).toBe(true);
  for (const said of [undefined, null, '', '0', '11', 'yes', 1, ['1'], {}])
    expect(objectsToUsage(said)).toBe(false);
});
