import { portsFrom, PROFILES, type ProfileName } from '../stack/profiles.ts';

const PORT_MIN = 1_024;
const PORT_MAX = 65_535;

export type PortRead =
  | { readonly kind: 'read'; readonly basePort: number }
  | { readonly kind: 'refused'; readonly why: string };

/** `--port N` of the command line: the site's port, from which all other ports are derived. */
export function readPort(words: readonly string[]): PortRead {
  if (words.length === 0) return { kind: 'read', basePort: PROFILES.dev.basePort };
  const [name, digits = '', ...more] = words.flatMap((word) => word.split('='));
  if (name !== '--port' || more.length > 0)
    return { kind: 'refused', why: `what is ${words.join(' ')}? It takes --port N` };
  const basePort = /^\d{4,5}$/.test(digits) ? Number(digits) : 0;
  const all = Object.values(portsFrom(basePort));
  if (basePort < PORT_MIN || Math.max(...all) > PORT_MAX)
    return { kind: 'refused', why: `--port takes a number from ${PORT_MIN} to ${PORT_MAX - spread()}` };
  const owner = ownerOf(all, basePort);
  if (owner === null) return { kind: 'read', basePort };
  const why = `--port ${basePort} needs ports up to ${Math.max(...all)}, and some of them are those of npm run ${owner}`;
  return { kind: 'refused', why };
}

function spread(): number {
  return Math.max(...Object.values(portsFrom(0)));
}

/** The kind of run (such as dev, e2e or chaos) whose own ports include one of these; null if none does. */
function ownerOf(ports: readonly number[], basePort: number): ProfileName | null {
  if (basePort === PROFILES.dev.basePort) return null;
  const names = Object.keys(PROFILES) as ProfileName[];
  const countsOn = (name: ProfileName): readonly number[] =>
    Object.values(portsFrom(PROFILES[name].basePort));
  return names.find((name) => countsOn(name).some((port) => ports.includes(port))) ?? null;
}
