import { describe, expect, it } from 'vitest';
import { parseQuery } from './link.ts';

const repeat = (times: number, part: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => part(index)).join('&');

describe('parseQuery', () => {
  it('parseQuery reads names, nested names and lists', () => {
    expect(parseQuery('a=1&b[c][d]=2&e[]=3&e[1]=4&f')).toEqual([
      { name: 'a', path: [], text: '1' },
      { name: 'b', path: ['c', 'd'], text: '2' },
      { name: 'e', path: [''], text: '3' },
      { name: 'e', path: ['1'], text: '4' },
      { name: 'f', path: [], text: '' },
    ]);
  });

  it('[APP-05] a query parameter nested deeper than five levels is dropped, the other parameters are read', () => {
    const deep = (depth: number) => `a${'[b]'.repeat(depth)}=1`;
    expect(parseQuery(`${deep(5)}&${deep(6)}&${deep(50_000)}&c=2`)).toEqual([
      { name: 'a', path: ['b', 'b', 'b', 'b', 'b'], text: '1' },
      { name: 'c', path: [], text: '2' },
    ]);
  });

  it('[APP-05] at most twenty entries of a list in the query are read, in every notation of lists', () => {
    expect(parseQuery(`${repeat(25, () => 'a[]=1')}&b=2`)).toHaveLength(21);
    expect(parseQuery(repeat(25, (index) => `a[${index}]=1`))).toHaveLength(20);
    expect(parseQuery(repeat(25, () => 'a=1'))).toHaveLength(20);
    expect(parseQuery(repeat(25, () => 'a[b][]=1'))).toHaveLength(20);
    expect(parseQuery('a[19]=1&a[20]=1&a[99999999999]=1')).toHaveLength(1);
  });

  it('[APP-05] at most a thousand query parameters are read', () => {
    const entries = parseQuery(`${repeat(1_000, (index) => `p${index}=1`)}&last=1`);
    expect(entries).toHaveLength(1_000);
    expect(entries.at(-1)?.name).toBe('p999');
  });

  it('a query of two million characters is parsed within two seconds', () => {
    const before = performance.now();
    parseQuery(repeat(400_000, () => 'a[b]'));
    parseQuery(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}=1`);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
