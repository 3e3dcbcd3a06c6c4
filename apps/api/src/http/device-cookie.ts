/** The one cookie there is. No script can read it, no other site can send it. */
export const DEVICE_COOKIE = 'jawhara_device';
/** It is not sent to other paths: giving one there would replace the device's own. */
export const COOKIE_PATH = '/api/';

const YEAR_S = 365 * 24 * 3600;
const SENT = new RegExp(`(?:^|;)\\s*${DEVICE_COOKIE}=([^;]*)`);
const SECRET = /^[0-9a-f]{64}$/;

/** The device's secret, or null when none was sent or it cannot be one. Of two the first counts. */
export function readDeviceCookie(header: string | undefined): string | null {
  const sent = header === undefined ? undefined : SENT.exec(header)?.[1]?.trim();
  return sent !== undefined && SECRET.test(sent) ? sent : null;
}

export function deviceCookie(secret: string, isHttps: boolean): string {
  const secure = isHttps ? '; Secure' : '';
  return `${DEVICE_COOKIE}=${secret}; Max-Age=${YEAR_S}; Path=${COOKIE_PATH}; HttpOnly${secure}; SameSite=Lax`;
}
