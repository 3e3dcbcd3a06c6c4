import { describe, expect, it } from 'vitest';
import { arrowsInCircles } from './folder-circles.ts';

const arrow = (from: string, to: string) => ({ from: `apps/api/src/${from}`, to: `apps/api/src/${to}` });

describe('circles of folders that import each other', () => {
  it('the folder check finds two folders that import each other, even in different files', () => {
    const forth = arrow('orders/a.ts', 'penalties/b.ts');
    const back = arrow('penalties/deep/c.ts', 'orders/paying/d.ts');
    expect(arrowsInCircles([forth, back, arrow('orders/a.ts', 'platform/p.ts')])).toEqual([forth, back]);
  });

  it('the folder check finds a circle of more than two folders', () => {
    const round = [arrow('a/1.ts', 'b/1.ts'), arrow('b/2.ts', 'c/1.ts'), arrow('c/2.ts', 'a/2.ts')];
    expect(arrowsInCircles(round)).toEqual(round);
  });

  it('the folder check reports only the shortest of several circles of imports between folders', () => {
    const wrong = arrow('alerts/x.ts', 'operator/x.ts');
    const right = arrow('operator/y.ts', 'alerts/y.ts');
    const others = [arrow('operator/z.ts', 'orders/z.ts'), arrow('orders/z.ts', 'alerts/y.ts')];
    expect(arrowsInCircles([...others, wrong, right])).toEqual([wrong, right]);
  });

  it('the folder check finds no circle inside one folder, through files beside the folders, or outside the server', () => {
    expect(
      arrowsInCircles([
        arrow('orders/a.ts', 'orders/paying/b.ts'),
        arrow('orders/paying/b.ts', 'orders/c.ts'),
        arrow('app.ts', 'orders/a.ts'),
        arrow('orders/a.ts', 'loose.ts'),
        { from: 'apps/web/src/a/a.ts', to: 'apps/web/src/b/b.ts' },
        { from: 'apps/web/src/b/b.ts', to: 'apps/web/src/a/a.ts' },
      ]),
    ).toEqual([]);
  });
});
