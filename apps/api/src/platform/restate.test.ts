import { pino } from 'pino';
import { expect, it } from 'vitest';
import { serveFlows } from './restate.ts';

it('serving on loopback warns of nothing: unsigned requests are the engine that runs beside us', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const server = await serveFlows([], 0, logger);
  await server.close();
  expect(lines).toEqual([]);
});
