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

it('a reading walk may go up to the file that imports two places', () => {
  expect(countWalk(GRAPH, walk('place.ts', 'compose.ts', 'deliver.ts'))).toMatchObject({
    files: ['place.ts', 'compose.ts', 'deliver.ts'],
  });
});

it('a reading walk names two places without an import path between them', () => {
  expect(countWalk(GRAPH, walk('deliver.ts', 'store.ts'))).toEqual({
    kind: 'broken',
    from: 'deliver.ts',
    to: 'store.ts',
  });
});

it('a reading walk goes from one leg to the next without an import', () => {
  const legs = [['routes.ts', 'place.ts'], ['deliver.ts']];
  expect(countWalk(GRAPH, { name: 'a walk', legs, filesMax: 3 })).toMatchObject({
    files: ['routes.ts', 'place.ts', 'deliver.ts'],
  });
});

it('a reading walk names a place that does not exist', () => {
  expect(countWalk(GRAPH, walk('moved.ts'))).toEqual({ kind: 'broken', from: 'moved.ts', to: 'moved.ts' });
});
