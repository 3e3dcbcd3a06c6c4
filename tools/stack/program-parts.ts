import { join } from 'node:path';
import { processPart, type Part } from './part.ts';
import { balancerPart, FIRST_BUILD, webPart, workerPart } from './machines.ts';
import type { ProgramContext } from './program-context.ts';
import { REPOSITORY } from './repository.ts';
import { demoRoomPart, roomGatewayPart, roomsRedisPart } from './room-parts.ts';
import { answersOk } from './wait-until.ts';

/** Our own programs, each started by the command an operator would use, with live reload where it helps. */
export const PROGRAM_PARTS = {
  sandbox: (context: ProgramContext): Part =>
    nodePart('sandbox', 'apps/sandbox/src/main.ts', context, () => answersOk(`${context.urls.sandbox}/`)),
  api: (context: ProgramContext): Part =>
    nodePart('api', 'apps/api/src/program/main.ts', context, () => answersOk(`${context.urls.api}/readyz`)),
  balancer: balancerPart,
  'web-1': (context: ProgramContext): Part => webPart(context, 1),
  'web-2': (context: ProgramContext): Part => webPart(context, 2),
  'worker-1': (context: ProgramContext): Part => workerPart(context, { number: 1, build: FIRST_BUILD }),
  'worker-2': (context: ProgramContext): Part => workerPart(context, { number: 2, build: FIRST_BUILD }),
  'rooms-redis': roomsRedisPart,
  'rooms-1': (context: ProgramContext): Part => roomGatewayPart(context, 1),
  'rooms-2': (context: ProgramContext): Part => roomGatewayPart(context, 2),
  'demo-room': demoRoomPart,
  site: (context: ProgramContext): Part =>
    context.reloads
      ? processPart({ ...sitePart(context), args: [join(REPOSITORY, 'node_modules/vite/bin/vite.js')] })
      : processPart({ ...sitePart(context), args: ['build/preview.ts'] }),
};

function nodePart(
  name: string,
  entry: string,
  context: ProgramContext,
  isReady: () => Promise<boolean>,
): Part {
  const watch = context.reloads ? ['--watch', '--watch-preserve-output'] : [];
  return processPart({
    name,
    command: process.execPath,
    args: [...watch, entry],
    cwd: REPOSITORY,
    env: context.env,
    logFile: join(context.logsDir, `${name}.log`),
    isReady,
    isWatched: context.reloads,
  });
}

function sitePart({ urls, env, logsDir }: ProgramContext) {
  return {
    name: 'site',
    command: process.execPath,
    cwd: join(REPOSITORY, 'apps/web'),
    env,
    logFile: join(logsDir, 'site.log'),
    isReady: () => answersOk(`${urls.site}/`),
  };
}
