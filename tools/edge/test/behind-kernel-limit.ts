/** Runs in its own network namespace (`unshare -n`): the rules of deploy/edge with smaller numbers, an edge, slow senders and a visitor. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../stack/repository.ts';
import { patientApi, startSmallEdge } from './small-edge.ts';
import type { SlowPhase } from './slow-senders.ts';
import { visitUnderAttack } from './visit-under-attack.ts';

const [phase = 'head', limit = '200'] = process.argv.slice(2);

execFileSync('ip', ['link', 'set', 'lo', 'up']);
const edge = await startSmallEdge({ api: patientApi(), connections: 512 });
const rules = readFileSync(join(REPOSITORY, 'deploy/edge/connections.rules'), 'utf8')
  .replace('80,443', String(edge.port))
  .replace('--connlimit-above 2000', `--connlimit-above ${limit}`);
execFileSync('iptables-restore', ['--noflush'], { input: rules });
const visits = await visitUnderAttack({ phase: phase as SlowPhase, port: edge.port, count: 620 });
await edge.stop();
process.stdout.write(`${JSON.stringify(visits)}\n`);
process.exit(0);
