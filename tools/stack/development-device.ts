import { PLAIN_NAME } from '../../apps/api/src/http/device-cookie.ts';
import { signSecret, type DeviceKeys } from '../../apps/api/src/http/device-secret.ts';

/** Signs the devices of development and of tests. A real shop makes its own keys. */
export const DEVELOPMENT_DEVICE_KEYS: DeviceKeys = ['jawhara-development-device-key-00001'];

/** The cookie that a development server would give to the device with this secret (64 hex digits). */
export function developmentCookie(secret: string): { readonly name: string; readonly value: string } {
  return { name: PLAIN_NAME, value: signSecret(secret, DEVELOPMENT_DEVICE_KEYS) };
}

/** The same cookie as a request header. */
export function developmentCookieHeader(secret: string): string {
  const { name, value } = developmentCookie(secret);
  return `${name}=${value}`;
}
