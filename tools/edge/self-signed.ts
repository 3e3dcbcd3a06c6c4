import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A self-signed certificate for one day, for clients that are started without certificate checks. */
export function selfSigned(dir: string): { readonly key: string; readonly certificate: string } {
  const [key, certificate] = [join(dir, 'key.pem'), join(dir, 'certificate.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  });
  return { key, certificate };
}
