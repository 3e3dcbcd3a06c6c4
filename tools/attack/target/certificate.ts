import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  readonly keyFile: string;
  readonly certificateFile: string;
  readonly key: string;
  readonly cert: string;
  /** The digest of the certificate's public key; a browser started with it trusts the certificate. */
  readonly keyDigest: string;
}

/** A certificate valid for one day, for names that exist on no network. */
export function makeCertificate(dir: string, names: readonly string[]): Certificate {
  const [keyFile, certificateFile] = [join(dir, 'key.pem'), join(dir, 'certificate.pem')];
  const subject = ['-subj', `/CN=${names[0]}`];
  const alternatives = ['-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  execFileSync('openssl', ['req', '-x509', ...made, ...files, ...subject, ...alternatives], {
    stdio: 'ignore',
  });
  const cert = readFileSync(certificateFile, 'utf8');
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return {
    keyFile,
    certificateFile,
    key: readFileSync(keyFile, 'utf8'),
    cert,
    keyDigest: createHash('sha256').update(publicKey).digest('base64'),
  };
}
