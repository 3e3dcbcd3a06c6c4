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

it('counts every file of the shortest way between its places once', () => {
  expect(countWalk(GRAPH, walk('routes.ts', 'place.ts', 'store.ts'))).toEqual({
    kind: 'counted',
    files: ['routes.ts', 'place.ts', 'store.ts'],
  });
  expect(countWalk(GRAPH, walk('routes.ts', 'store.ts'))).toMatchObject({
    files: ['routes.ts', 'place.ts', 'store.ts'],
  });
});

it('does not count the index of a package', () => {
  expect(countWalk(GRAPH, walk('place.ts', 'packages/domain/src/price.ts'))).toMatchObject({
    files: ['place.ts', 'packages/domain/src/price.ts'],
  });
});

it('goes up to the file that composes two places', () => {
  expect(countWalk(GRAPH, walk('place.ts', 'compose.ts', 'deliver.ts'))).toMatchObject({
    files: ['place.ts', 'compose.ts', 'deliver.ts'],
  });
});

it('names two places without a path between them', () => {
  expect(countWalk(GRAPH, walk('deliver.ts', 'store.ts'))).toEqual({
    kind: 'broken',
    from: 'deliver.ts',
    to: 'store.ts',
  });
});

it('goes from leg to leg without an import', () => {
  const legs = [['routes.ts', 'place.ts'], ['deliver.ts']];
  expect(countWalk(GRAPH, { name: 'a walk', legs, filesMax: 3 })).toMatchObject({
    files: ['routes.ts', 'place.ts', 'deliver.ts'],
  });
});

it('names a place that is not there any more', () => {
  expect(countWalk(GRAPH, walk('moved.ts'))).toEqual({ kind: 'broken', from: 'moved.ts', to: 'moved.ts' });
});
