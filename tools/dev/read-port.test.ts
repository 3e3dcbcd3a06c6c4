import { describe, expect, it } from 'vitest';
import { readPort } from './read-port.ts';

describe('npm run dev -- --port', () => {
  it('npm run dev without --port uses port 4100', () => {
    expect(readPort([])).toEqual({ kind: 'read', basePort: 4100 });
  });

  it.each([['--port', '4600'], ['--port=4600']])(
    'npm run dev accepts a port written as: %s %s',
    (...words) => {
      expect(readPort(words.filter(Boolean))).toEqual({ kind: 'read', basePort: 4600 });
    },
  );

  it.each([
    [['--port'], /number from 1024 to 65504/],
    [['--port', 'x'], /number/],
    [['--port', '80'], /number/],
    [['--port', '65505'], /number/],
    [['--port', '4600', 'now'], /what is/],
    [['4600'], /what is 4600\?/],
    [['--prot', '4600'], /what is --prot/],
    [['--port', '4300'], /npm run e2e/],
    [['--port', '4401'], /npm run chaos/],
    [['--port', '4110'], /npm run dev/],
  ])('npm run dev refuses %j with the reason', (words, why) => {
    expect(readPort(words)).toEqual({ kind: 'refused', why: expect.stringMatching(why) as string });
  });

  it('npm run dev accepts 65504, the highest base port that leaves room for the other ports', () => {
    expect(readPort(['--port', '65504'])).toEqual({ kind: 'read', basePort: 65_504 });
  });
});
