import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALL_ENDPOINTS, isEndpoint } from './all-endpoints.ts';
import * as contract from './index.ts';

it('the endpoint list holds every call of the contract except the room status read, which the room gateways serve', () => {
  const exported = (Object.values(contract) as unknown[]).filter(isEndpoint);
  expect([...ALL_ENDPOINTS, contract.readRoomStatus].map(({ name }) => name).toSorted()).toEqual(
    exported.map(({ name }) => name).toSorted(),
  );
});

it('the endpoint list holds every call declared in the files of http/', async () => {
  const files = readdirSync(new URL('http/', import.meta.url)).filter((name) => !name.endsWith('.test.ts'));
  const nouns = await Promise.all(
    files.map((name) => import(`./http/${name.replace(/\.ts$/, '')}.ts`) as Promise<object>),
  );
  const declared = nouns.flatMap((noun) => (Object.values(noun) as unknown[]).filter(isEndpoint));
  expect(declared.length).toBeGreaterThan(10);
  expect(ALL_ENDPOINTS.map(({ name }) => name).toSorted()).toEqual(
    declared.map(({ name }) => name).toSorted(),
  );
});

it('every call is exported under its own name', () => {
  for (const [name, value] of Object.entries(contract) as [string, unknown][]) {
    if (isEndpoint(value)) expect(value.name).toBe(name);
  }
});

it('no two calls share a name, or a path and method', () => {
  const names = ALL_ENDPOINTS.map(({ name }) => name);
  const doors = ALL_ENDPOINTS.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(doors).size).toBe(doors.length);
});
