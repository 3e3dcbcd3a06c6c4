import { expect, it } from 'vitest';
import { countWalk } from './count-walk.ts';
import type { ImportGraph } from './import-graph.ts';

const GRAPH: ImportGraph = new Map([
  ['routes.ts', ['place.ts', 'other.ts']],
  ['other.ts', ['long.ts']],
  ['long.ts', ['store.ts']],
  ['place.ts', ['packages/domain/src/index.ts', 'store.ts']],
  ['packages/domain/src/index.ts', ['packages/domain/src/price.ts']],
  ['packages/domain/src/price.ts', []],
  ['store.ts', []],
  ['compose.ts', ['deliver.ts', 'place.ts']],
  ['deliver.ts', []],
]);

const walk = (...places: string[]) => ({ name: 'a walk', legs: [places], filesMax: 3 });

it('a reading walk counts every file of the shortest import path between its places once', () => {
  expect(countWalk(GRAPH, walk('routes.ts', 'place.ts', 'store.ts'))).toEqual({
    kind: 'counted',
    files: ['routes.ts', 'place.ts', 'store.ts'],
  });
  expect(countWalk(GRAPH, walk('routes.ts', 'store.ts'))).toMatchObject({
    files: ['routes.ts', 'place.ts', 'store.ts'],
  });
});

it('a reading walk does not count the index of a package', () => {
  expect(countWalk(GRAPH, walk('place.ts', 'packages/domain/src/price.ts'))).toMatchObject({
    files: ['place.ts', 'packages/domain/src/price.ts'],
  });
});

it('the path of a reading walk may go up to a file that imports both of its places', () => {
  expect(countWalk(GRAPH, walk('place.ts', 'compose.ts', 'deliver.ts'))).toMatchObject({
    files: ['place.ts', 'compose.ts', 'deliver.ts'],
  });
});

it('a reading walk without an import path between two of its places reports the two places', () => {
  expect(countWalk(GRAPH, walk('deliver.ts', 'store.ts'))).toEqual({
    kind: 'broken',
    from: 'deliver.ts',
    to: 'store.ts',
  });
});

it('a reading walk needs no import between the end of one leg and the start of the next', () => {
  const legs = [['routes.ts', 'place.ts'], ['deliver.ts']];
  expect(countWalk(GRAPH, { name: 'a walk', legs, filesMax: 3 })).toMatchObject({
    files: ['routes.ts', 'place.ts', 'deliver.ts'],
  });
});

it('a reading walk with a place that does not exist reports that place', () => {
  expect(countWalk(GRAPH, walk('moved.ts'))).toEqual({ kind: 'broken', from: 'moved.ts', to: 'moved.ts' });
});
