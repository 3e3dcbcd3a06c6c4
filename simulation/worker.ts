import { openDatabase } from './database.ts';
import { drawHistory, type Action } from './history.ts';
import { playHistory, type PlayedHistory } from './play.ts';
import { randomOf } from './random.ts';
import { shrink } from './shrink.ts';

/** A history to play: drawn from its seed, or recorded earlier. */
export interface Job {
  readonly seed: number;
  readonly actions: readonly Action[] | null;
  readonly isShrunk: boolean;
}

export interface JobResult extends PlayedHistory {
  readonly seed: number;
  readonly actions: readonly Action[];
}

/** This process has a database of its own and plays the histories that simulate.ts sends, one at a time. */
const passOver = process.argv.slice(3);
const database = await openDatabase(process.argv[2] ?? '', `simulation_${process.pid}`);

async function play({ seed, actions, isShrunk }: Job): Promise<JobResult> {
  const drawn = actions ?? drawHistory(randomOf(seed));
  const played = await playHistory(database, seed, drawn, passOver);
  if (!isShrunk || played.violation === null) return { ...played, seed, actions: drawn };
  const { kind } = played.violation;
  const least = await shrink(
    drawn,
    async (fewer) => (await playHistory(database, seed, fewer, passOver)).violation?.kind === kind,
  );
  return { ...(await playHistory(database, seed, least, passOver)), seed, actions: least };
}

process.on('message', (job: Job) => {
  play(job).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(`seed ${job.seed}:`, error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => void database.close().then(() => process.exit(0)));
process.send?.('ready');
