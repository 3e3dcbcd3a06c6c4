import { type ChildProcess, spawn } from 'node:child_process';

/**
 * A small shell script that outlives this process by a moment. When this process ends, even by SIGKILL, the script's pipe closes:
 * it then ends the remaining process groups and removes the temporary directories.
 */
const SCRIPT = `
groups=" "; dirs=""
while IFS=' ' read -r verb value; do
  case "$verb" in
    hold) groups="$groups$value " ;;
    free) groups=$(printf '%s' "$groups" | sed "s/ $value / /") ;;
    temp) dirs="$dirs
$value" ;;
  esac
done
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
[ "$groups" = " " ] || sleep 1
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
printf '%s\\n' "$dirs" | while IFS= read -r dir; do [ -z "$dir" ] || rm -rf -- "$dir"; done
`;

let shell: ChildProcess | undefined;

function tell(line: string): void {
  if (shell === undefined) {
    shell = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    shell.unref();
    // Without unref() the open pipe would stop this process from ending.
    const pipe = shell.stdin;
    pipe?.on('error', () => {});
    if (pipe !== null && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  }
  shell.stdin?.write(`${line}\n`);
}

export const leash = {
  hold: (groupId: number): void => tell(`hold ${groupId}`),
  free: (groupId: number): void => tell(`free ${groupId}`),
  removeAtEnd: (directory: string): void => tell(`temp ${directory}`),
};
