/** Serves dist/ as a real host would: compressed, with its security headers, /api/ handed to the API. PORT, API_URL, FIELDS_SCRIPT_ORIGINS,
 * FIELDS_ORIGINS, SIGN_IN_SCRIPT_ORIGINS, SIGN_IN_ORIGINS; SITE_DIR for another build. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { contentSecurityPolicy, isLoginPage, loginPolicy, originsIn } from './content-security-policy.ts';

const DIST = process.env['SITE_DIR'] ?? fileURLToPath(new URL('../dist', import.meta.url));
const PORT = Number(process.env['PORT'] ?? 4100);
const API = new URL(process.env['API_URL'] ?? 'http://127.0.0.1:4101');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const { inlineScripts } = JSON.parse(readFileSync(join(DIST, '.vite/csp.json'), 'utf8')) as {
  inlineScripts: string[];
};
const SECURITY_HEADERS = {
  'content-security-policy': contentSecurityPolicy({
    inlineScripts,
    scriptOrigins: originsIn(process.env['FIELDS_SCRIPT_ORIGINS']),
    fieldsOrigins: originsIn(process.env['FIELDS_ORIGINS']),
  }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
};

const LOGIN_HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': loginPolicy({
    inlineScripts,
    scriptOrigins: originsIn(process.env['SIGN_IN_SCRIPT_ORIGINS']),
    signInOrigins: originsIn(process.env['SIGN_IN_ORIGINS']),
  }),
};

type Encoding = 'br' | 'gzip' | 'identity';
const compressed = new Map<string, Buffer>();

function encodingFor(request: IncomingMessage, type: string): Encoding {
  if (type.startsWith('font/')) return 'identity';
  const accepted = request.headers['accept-encoding'] ?? '';
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

function bodyOf(file: string, encoding: Encoding): Buffer {
  const key = `${encoding} ${file} ${statSync(file).mtimeMs}`;
  const known = compressed.get(key);
  if (known) return known;
  const plain = readFileSync(file);
  const body =
    encoding === 'br'
      ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      : encoding === 'gzip'
        ? gzipSync(plain, { level: 9 })
        : plain;
  compressed.set(key, body);
  return body;
}

/** The file behind a path, or null. Hidden folders are the build's own business. */
function fileOf(path: string): string | null {
  const inside = normalize(decodeURIComponent(path)).replace(/^(\.\.[/\\])+/, '');
  if (inside.split('/').some((part) => part.startsWith('.'))) return null;
  const candidates = [join(DIST, inside), join(DIST, inside, 'index.html')];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: string, status: number): void {
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const encoding = encodingFor(request, type);
  const body = bodyOf(file, encoding);
  response.writeHead(status, {
    ...(isLoginPage(new URL(request.url ?? '/', 'http://site').pathname) ? LOGIN_HEADERS : SECURITY_HEADERS),
    'content-type': type,
    'content-length': body.length,
    'cache-control': file.startsWith(join(DIST, 'assets'))
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    vary: 'accept-encoding',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function handToApi(request: IncomingMessage, response: ServerResponse): void {
  const forwarded = [request.headers['x-forwarded-for'], request.socket.remoteAddress]
    .filter(Boolean)
    .join(', ');
  const upstream = httpRequest(
    {
      host: API.hostname,
      port: API.port,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, 'x-forwarded-for': forwarded },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  upstream.on('error', () => {
    if (!response.headersSent) response.writeHead(502);
    response.end();
  });
  // The browser went away: the API should not keep working on its connection.
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://site');
  if (pathname.startsWith('/api/')) return handToApi(request, response);
  if (pathname === '/home') {
    response.writeHead(302, { location: `/${search}` }).end();
    return;
  }
  const file = fileOf(pathname);
  if (file !== null) return sendFile(request, response, file, 200);
  if (extname(pathname) === '') return sendFile(request, response, join(DIST, '_shell.html'), 404);
  response.writeHead(404, SECURITY_HEADERS).end();
}

const server = createServer((request, response) => {
  try {
    answer(request, response);
  } catch {
    // A malformed address, or a file that a new build has just taken away.
    if (!response.headersSent) response.writeHead(500, SECURITY_HEADERS);
    response.end();
  }
});

server.listen(PORT, '127.0.0.1', () => process.stdout.write(`site on http://127.0.0.1:${PORT}\n`));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
