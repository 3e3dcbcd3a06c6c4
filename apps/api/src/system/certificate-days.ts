import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Clock } from '../platform/clock.ts';

const DAY_MS = 86_400_000;
const HTTPS_PORT = 443;
const WITHIN_MS = 10_000;

const daysUntil = (end: string, now: Clock): number => (Date.parse(end) - now().getTime()) / DAY_MS;

/** Days until a certificate of ours expires; negative after it has expired. */
export function daysOfPem(pem: string, now: Clock): number {
  return daysUntil(new X509Certificate(pem).validTo, now);
}

/** Days until the certificate of the site expires; negative after it has expired. Null for a site without TLS. */
export function daysOfSite(url: string, now: Clock): Promise<number | null> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: hostname,
        port: Number(port || HTTPS_PORT),
        ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
        // Only the end date is read, and nothing is sent. If the certificate were verified, an expired one could not be read.
        rejectUnauthorized: false,
      },
      () => {
        const { valid_to: end } = socket.getPeerCertificate();
        socket.destroy();
        resolve(daysUntil(end, now));
      },
    );
    socket.setTimeout(WITHIN_MS, () => socket.destroy(new Error('the site did not show its certificate')));
    socket.once('error', reject);
  });
}
