import { expect, it } from 'vitest';
import { balancedLines, isolatedName } from './isolate.ts';

it('a recipient’s name broken over two lines is direction-isolated in each line, without the text after the name', () => {
  const lines = `540 gems for ${isolatedName('نورة بنت 🌙 عبد')} now`.split('\u0020عبد');
  expect(balancedLines([lines[0] ?? '', `عبد${lines[1] ?? ''}`])).toEqual([
    '540 gems for \u2068نورة بنت 🌙\u2069',
    '\u2068عبد\u2069 now',
  ]);
  expect(balancedLines(['one', 'two'])).toEqual(['one', 'two']);
});
