import { withFiles } from '../env-files.ts';

/** What the demo room reads from the environment; arguments come before it. */
export function readPlayEnv(): { readonly secret: string | null; readonly gateways: readonly string[] } {
  const env = withFiles(process.env);
  const listed = (text: string | undefined) =>
    (text ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  return {
    secret: listed(env['ROOM_INLET_SECRETS'])[0] ?? null,
    gateways: listed(env['ROOMS_URL']),
  };
}
