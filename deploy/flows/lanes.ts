/**
 * Sets the lane of workers that a build goes to, in a running haproxy and in its map for the next start:
 *   node deploy/flows/lanes.ts show | put BUILD LANE | drop BUILD
 * FLOWS_DIR holds `builds.map` and `admin.sock`. Over the socket, because a reload of haproxy cuts steps that run.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { argv, env, exit, stderr, stdout } from 'node:process';

const BUILD = /^[a-z0-9][a-z0-9.-]{0,62}$/;
const LANE = /^lane_[a-z]$/;
const ANSWERS_WITHIN_MS = 5_000;

const dir = env['FLOWS_DIR'] ?? '/run/flows';
const [map, socket] = [join(dir, 'builds.map'), join(dir, 'admin.sock')];

function linesOf(): string[] {
  return existsSync(map) ? readFileSync(map, 'utf8').split('\n').filter(Boolean) : [];
}

/** haproxy answers a successful command with a line break only. */
function tell(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const connection = connect(socket);
    let said = '';
    connection.setTimeout(ANSWERS_WITHIN_MS, () => connection.destroy(new Error('haproxy does not answer')));
    connection.on('data', (chunk) => (said += String(chunk)));
    connection.once('error', reject);
    connection.once('end', () => resolve(said.trim()));
    connection.end(`${command}\n`);
  });
}

/** Before haproxy's first start there is only the file. */
async function tellIfThere(command: string): Promise<void> {
  if (!existsSync(socket)) return;
  const said = await tell(command);
  if (said !== '') throw new Error(said);
}

/** Replaces the file at once: haproxy may read it at this moment. */
function keep(lines: readonly string[]): void {
  writeFileSync(`${map}.new`, lines.map((line) => `${line}\n`).join(''));
  renameSync(`${map}.new`, map);
}

const without = (build: string): string[] => linesOf().filter((line) => line.split(' ')[0] !== build);
const isKnown = (build: string): boolean => without(build).length < linesOf().length;

async function put(build: string, lane: string): Promise<void> {
  await tellIfThere(`${isKnown(build) ? 'set' : 'add'} map ${map} ${build} ${lane}`);
  keep([...without(build), `${build} ${lane}`]);
}

async function drop(build: string): Promise<void> {
  if (isKnown(build)) await tellIfThere(`del map ${map} ${build}`);
  keep(without(build));
}

const [verb, build = '', lane = ''] = argv.slice(2);
try {
  if (verb === 'put' && BUILD.test(build) && LANE.test(lane)) await put(build, lane);
  else if (verb === 'drop' && BUILD.test(build)) await drop(build);
  else if (verb !== 'show') {
    stderr.write('usage: lanes.ts show | put BUILD lane_a|lane_b | drop BUILD\n');
    exit(2);
  }
  stdout.write(linesOf().map((line) => `${line}\n`).join(''));
} catch (error) {
  stderr.write(`Failed: ${(error as Error).message}\n`);
  exit(1);
}
