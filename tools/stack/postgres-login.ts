import postgres from 'postgres';
import { HOST } from './ports.ts';

const LOGIN_TIMEOUT_S = 3;

export const adminUrl = (port: number): string => `postgres://postgres@${HOST}:${port}/postgres`;

/**
 * The same database with the rights of the shop's programs: every session switches to their role at once, whatever user logs in.
 */
export function asProgram(databaseUrl: string): string {
  return asRole(databaseUrl, 'jawhara_app');
}

/** The same database with the rights of a room gateway. */
export function asRooms(databaseUrl: string): string {
  return asRole(databaseUrl, 'jawhara_rooms');
}

function asRole(databaseUrl: string, role: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('role', role);
  return url.href;
}

/** Whether we can log in without a password; a server that requires one cannot be used. */
export async function letsUsIn(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: LOGIN_TIMEOUT_S, onnotice: () => {} });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
