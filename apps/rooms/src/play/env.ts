import { withFiles } from '../env-files.ts';

/** Settings of the demo room from the environment; arguments take precedence. */
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
