import type { Reader, Tx } from '../../platform/postgres.ts';

export interface FlowBuild {
  readonly build: string;
  readonly url: string;
}

export async function makeCurrent(tx: Tx, { build, url }: FlowBuild, at: Date): Promise<void> {
  await tx`
    insert into flow_builds (build, url, registered_at, current_since) values (${build}, ${url}, ${at}, ${at})
    on conflict (build) do update set url = excluded.url, current_since = excluded.current_since`;
}

/** The build on which new orders start; null before the first release. */
export async function currentBuild(db: Reader): Promise<FlowBuild | null> {
  const [row] = await db<FlowBuild[]>`
    select build, url from flow_builds order by current_since desc, build limit 1`;
  return row ?? null;
}

export async function forgetBuild(tx: Tx, build: string): Promise<void> {
  await tx`delete from flow_builds where build = ${build}`;
}
