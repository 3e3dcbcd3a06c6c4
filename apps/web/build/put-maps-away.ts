import { globSync, mkdirSync, renameSync, statSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Pages of the last releases may still be open, and report what went wrong in them. */
const MAP_RETENTION_MS = 30 * 86_400_000;

/**
 * Source maps say what the source says, so they are not served: beside what is, in a folder of their own, by the names of the files
 * they belong to. Those of earlier builds stay for a while. Says how many there are of this one.
 */
export function putMapsAway(dist: string, to: string, nowMs = Date.now()): number {
  for (const old of globSync('**/*.map', { cwd: to }))
    if (nowMs - statSync(join(to, old)).mtimeMs > MAP_RETENTION_MS) rmSync(join(to, old));
  const maps = globSync('**/*.map', { cwd: dist });
  for (const map of maps) {
    mkdirSync(dirname(join(to, map)), { recursive: true });
    renameSync(join(dist, map), join(to, map));
  }
  return maps.length;
}
