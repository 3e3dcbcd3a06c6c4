import { globSync, mkdirSync, renameSync, statSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How long the maps of earlier builds stay: their pages may still be open and report errors. */
const MAP_RETENTION_MS = 30 * 86_400_000;

/**
 * Source maps contain the source, so they are moved to a folder that is not served, under the names of their files. Maps of
 * earlier builds stay for a while. Returns the number of maps of this build.
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
