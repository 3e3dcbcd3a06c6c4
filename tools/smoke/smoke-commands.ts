/** Commands that take too long for CI, or measure speeds: CI runs each in a small size, only to see that it works. */
export const SMOKE_COMMANDS: readonly (readonly string[])[] = [
  ['ops', '--help'],
  ['edge'],
  ['bench', '--smoke'],
  ['bench:workers', '--smoke'],
  ['lighthouse', '--smoke'],
  ['chaos:rolling', '--seconds', '15'],
  ['restore-drill', '--orders', '40', '--seconds', '5'],
  ['failover-drill', '--orders', '60'],
  ['watch:drill', '--smoke'],
  ['try', '--once'],
];

/** Commands of the README that CI runs in another way. */
export const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  dev: 'tools/stack starts the same parts for every journey; tools/dev has the tests of its own lines',
  explain: 'tools/explain/explain.test.ts runs it on a small database',
  'room:model': 'its test plays 500 runs',
  mutate:
    'tools/mutate/mutate.test.ts runs its parts; one file takes Stryker longer than all smoke runs together',
};
