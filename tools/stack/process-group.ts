import { existsSync, readdirSync, readFileSync } from 'node:fs';

export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // already gone
  }
}

export function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  signalProcess(-groupId, signal);
}

export function isGroupAlive(groupId: number): boolean {
  if (!signalProcess(-groupId, 0)) return false;
  // Ended processes that nothing has reaped (zombies) stay in their group in some containers. They do not count.
  if (!existsSync('/proc/self/stat')) return true;
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && isLivingMember(name, groupId));
}

function isLivingMember(pid: string, groupId: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields after the program's name, which may contain any character: state, parent, group.
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === String(groupId) && state !== 'Z' && state !== 'X';
  } catch {
    return false; // the process has just ended
  }
}

/** Children of a process; some may have left its group, as PostgreSQL's do. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return []; // no /proc here: children notice their parent's end by themselves
  }
}

/** Whether a process has no children; false without /proc, where children cannot be seen. */
export function isChildless(pid: number): boolean {
  return existsSync(`/proc/${pid}/task/${pid}/children`) && childrenOf(pid).length === 0;
}
