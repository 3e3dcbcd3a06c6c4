/** If BENCH_PROFILE_DIR is set, every program writes its CPU profile there when it ends. */
export function profileOptions(): Readonly<Record<string, string>> {
  const dir = process.env['BENCH_PROFILE_DIR'];
  return dir === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${dir}` };
}
