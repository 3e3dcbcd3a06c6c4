import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../../../../tools/browser/find-chromium.ts';
import { freePorts } from '../../../../../tools/stack/ports.ts';

const DOMAIN = 'shop.test';
const SITE = `pay.${DOMAIN}`;
const NEIGHBOUR = `neighbour.${DOMAIN}`;

/** One browser with a page of the shop and a page of a host that is not ours under the same domain. */
export interface NeighbourVisit {
  /** Every cookie goes; the shop's own is put back as the shop sets it. */
  begin(own: { readonly name: string; readonly value: string } | null): Promise<void>;
  /** The neighbour sends this `Set-Cookie`, and takes back the one it planted before. */
  plant(setCookie: string): Promise<void>;
  plantByScript(name: string, value: string): Promise<void>;
  /** A call by a script in the shop's page. */
  ask(path: string): Promise<string>;
  /** The Cookie header of the last call. */
  lastCookie(): string;
  /** What the browser holds for the shop, as it sends it. */
  cookies(): Promise<string[]>;
  close(): Promise<void>;
}

/** The two ways in which a script sets cookies. */
interface ScriptedPage {
  readonly document: { cookie: string };
  readonly cookieStore: { set(cookie: object): Promise<void> };
}

export interface Neighbours {
  readonly siteUrl: string;
  /** Where the shop's API is: bytes go there as the browser sent them. */
  serve(api: URL): void;
  visit(): Promise<NeighbourVisit>;
  close(): Promise<void>;
}

/** For this machine and a day; the browser is told to believe it. */
function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-neighbours-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'certificate.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const subject = ['-subj', `/CN=${SITE}`];
  try {
    execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert, ...subject], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function answerWith(socket: TLSSocket, setCookies: readonly string[]): void {
  const planted = setCookies.map((one) => `Set-Cookie: ${one}\r\n`).join('');
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nCache-Control: no-store\r\n${planted}`;
  socket.write(Buffer.from(`${head}Content-Length: 2\r\n\r\nok`, 'latin1'));
}

const cookieIn = (head: string): string => /^cookie: (.*)\r$/im.exec(head)?.[1] ?? '';

/** What both hosts of the domain say and hear. */
interface Exchange {
  api: URL | null;
  planting: readonly string[];
  lastCookie: string;
}

/** From the browser to the API and back, for as long as both keep their ends open. */
function passOn(socket: TLSSocket, api: URL): Socket {
  const onwards = connect(Number(api.port), api.hostname);
  onwards.pipe(socket);
  onwards.on('error', () => socket.destroy());
  socket.on('close', () => onwards.destroy());
  return onwards;
}

/** Raw sockets on both sides: a proxy that reads headers might change their bytes. A request without a body comes in one piece. */
function serveBoth(exchange: Exchange): Server {
  return createServer(selfSigned(), (socket) => {
    let onwards: Socket | null = null;
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const head = chunk.toString('latin1');
      const path = head.split(' ', 2)[1] ?? '';
      const isNeighbour = new RegExp(`^host: ${NEIGHBOUR}`, 'im').test(head);
      if (isNeighbour) return answerWith(socket, path === '/plant' ? exchange.planting : []);
      if (!path.startsWith('/api/') || exchange.api === null) return answerWith(socket, []);
      exchange.lastCookie = cookieIn(head);
      onwards ??= passOn(socket, exchange.api);
      return void onwards.write(chunk);
    });
  });
}

function launch(): Promise<Browser> {
  const rules = `--host-resolver-rules=MAP *.${DOMAIN} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;
  const args = [...CHROMIUM_FLAGS, rules, '--ignore-certificate-errors'];
  return chromium.launch({ executablePath: findChromium(), args });
}

/** Empty where no answer came: some bytes make a header that a browser refuses as a whole. */
function fetchIn(page: Page, path: string): Promise<string> {
  return page.evaluate(
    (to) =>
      fetch(to).then(
        (answer) => answer.text(),
        () => '',
      ),
    path,
  );
}

async function openIn(page: Page, url: string): Promise<void> {
  await page.goto(url).catch(() => page.goto(url));
}

async function plantIn(page: Page, name: string, value: string): Promise<void> {
  await page.evaluate(
    async ([text, sent, domain]) => {
      const { document, cookieStore } = globalThis as unknown as ScriptedPage;
      document.cookie = `${text}=${sent}; Domain=${domain}; Path=/api/; Secure`;
      await cookieStore.set({ name: text, value: sent, domain, path: '/api/' }).catch(() => undefined);
    },
    [name, value, DOMAIN] as const,
  );
}

async function visitBoth(browser: Browser, port: number, exchange: Exchange): Promise<NeighbourVisit> {
  const siteUrl = `https://${SITE}:${port}`;
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const [shopPage, neighbourPage] = [await context.newPage(), await context.newPage()];
  await openIn(shopPage, siteUrl);
  await openIn(neighbourPage, `https://${NEIGHBOUR}:${port}`);
  let before: readonly string[] = [];
  return {
    async begin(own) {
      await context.clearCookies();
      if (own === null) return;
      const kept = { ...own, url: siteUrl, httpOnly: true, secure: true, sameSite: 'Lax' } as const;
      await context.addCookies([kept]);
    },
    async plant(setCookie) {
      exchange.planting = [...before, setCookie];
      before = [`${setCookie}; Max-Age=0`];
      await fetchIn(neighbourPage, '/plant');
    },
    plantByScript: (name, value) => plantIn(neighbourPage, name, value),
    // Chromium drops what is on its way when the machine's network changes, as it does beside other tests.
    ask: async (path) => (await fetchIn(shopPage, path)) || fetchIn(shopPage, path),
    lastCookie: () => exchange.lastCookie,
    async cookies() {
      const held = await context.cookies(siteUrl);
      return held.map(({ name, value }) => `${name}=${value}`);
    },
    close: () => context.close(),
  };
}

export async function openNeighbours(): Promise<Neighbours> {
  const [port = 0] = await freePorts(1);
  const exchange: Exchange = { api: null, planting: [], lastCookie: '' };
  const server = serveBoth(exchange);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let browser: Browser | null = null;
  return {
    siteUrl: `https://${SITE}:${port}`,
    serve(url) {
      exchange.api = url;
    },
    async visit() {
      browser ??= await launch();
      return visitBoth(browser, port, exchange);
    },
    async close() {
      await browser?.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
