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

/** A browser with two open pages: one of the shop, and one of a host under the same domain that is not ours. */
export interface NeighbourVisit {
  /** Deletes all cookies, then sets the shop's own as the shop does. */
  begin(own: { readonly name: string; readonly value: string } | null): Promise<void>;
  /**
   * For each cookie: the neighbouring host deletes the previous cookie and sets this one, and a script in the shop's
   * page makes a call. All turns run in one script, because a round trip to the browser for each would take minutes.
   */
  plantEach(setCookies: readonly string[], path: string): Promise<readonly ShopCall[]>;
  plantByScript(name: string, value: string): Promise<void>;
  /** Makes a call by a script in the shop's page and returns the answer. */
  ask(path: string): Promise<string>;
  /** The browser's cookies for the shop, as it sends them. */
  cookies(): Promise<string[]>;
  close(): Promise<void>;
}

/** A call of the shop's page: the Cookie header that reached the API, and the answer. */
export interface ShopCall {
  readonly cookie: string;
  readonly answer: string;
}

/** The two ways in which a script sets cookies. */
interface ScriptedPage {
  readonly document: { cookie: string };
  readonly cookieStore: { set(cookie: object): Promise<void> };
}

export interface Neighbours {
  readonly siteUrl: string;
  /** Forwards the browser's bytes unchanged to the shop's API. */
  serve(api: URL): void;
  visit(): Promise<NeighbourVisit>;
  close(): Promise<void>;
}

/** A self-signed certificate for one day; the test browser is started with certificate errors ignored. */
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

/** The state that the servers of both hosts share during a test. */
interface Exchange {
  api: URL | null;
  planting: readonly string[];
  /** The Cookie headers that reached the API, by the number of the call. */
  readonly cookies: Map<number, string>;
}

/** Forwards bytes from the browser to the API and back, as long as both connections are open. */
function passOn(socket: TLSSocket, api: URL): Socket {
  const onwards = connect(Number(api.port), api.hostname);
  onwards.pipe(socket);
  onwards.on('error', () => socket.destroy());
  socket.on('close', () => onwards.destroy());
  return onwards;
}

/** The Set-Cookie headers of this turn: one deletes the previous cookie, one sets the next. */
function plantedAt(planting: readonly string[], nth: number): readonly string[] {
  const [before, now] = [planting[nth - 1], planting[nth]];
  return [...(before === undefined ? [] : [`${before}; Max-Age=0`]), ...(now === undefined ? [] : [now])];
}

/**
 * Works on raw sockets on both sides, because a proxy that parses headers might change their bytes. A request without a
 * body arrives in one piece.
 */
function serveBoth(exchange: Exchange): Server {
  return createServer(selfSigned(), (socket) => {
    let onwards: Socket | null = null;
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const head = chunk.toString('latin1');
      const path = head.split(' ', 2)[1] ?? '';
      const isNeighbour = new RegExp(`^host: ${NEIGHBOUR}`, 'im').test(head);
      const nth = Number(/[?&]nth=(\d+)/.exec(path)?.[1] ?? Number.NaN);
      if (isNeighbour) return answerWith(socket, plantedAt(exchange.planting, nth));
      if (!path.startsWith('/api/') || exchange.api === null) return answerWith(socket, []);
      exchange.cookies.set(nth, cookieIn(head));
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

/**
 * Runs in the shop's page. If some byte makes a header that the browser refuses as a whole, no cookie is planted in
 * that turn.
 */
async function askInTurns([neighbour, path, turns]: readonly [string, string, number]): Promise<string[]> {
  const answers: string[] = [];
  for (let nth = 0; nth < turns; nth += 1) {
    const planting = { mode: 'no-cors', credentials: 'include' } as const;
    await fetch(`${neighbour}/plant?nth=${nth}`, planting).catch(() => undefined);
    const ask = () => fetch(`${path}?nth=${nth}`).then((answer) => answer.text());
    // Chromium aborts open requests when the machine's network changes, which other tests cause; so a failed call is
    // made once more.
    answers.push(await ask().catch(ask));
  }
  return answers;
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
  const [siteUrl, neighbourUrl] = [`https://${SITE}:${port}`, `https://${NEIGHBOUR}:${port}`];
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const [shopPage, neighbourPage] = [await context.newPage(), await context.newPage()];
  await openIn(shopPage, siteUrl);
  await openIn(neighbourPage, neighbourUrl);
  return {
    async begin(own) {
      await context.clearCookies();
      if (own === null) return;
      const deviceCookie = { ...own, url: siteUrl, httpOnly: true, secure: true, sameSite: 'Lax' } as const;
      await context.addCookies([deviceCookie]);
    },
    async plantEach(setCookies, path) {
      exchange.planting = setCookies;
      exchange.cookies.clear();
      const answers = await shopPage.evaluate(askInTurns, [neighbourUrl, path, setCookies.length] as const);
      return answers.map((answer, nth) => ({ answer, cookie: exchange.cookies.get(nth) ?? '' }));
    },
    plantByScript: (name, value) => plantIn(neighbourPage, name, value),
    ask: (path) => shopPage.evaluate((to) => fetch(to).then((answer) => answer.text()), path),
    async cookies() {
      const held = await context.cookies(siteUrl);
      return held.map(({ name, value }) => `${name}=${value}`);
    },
    close: () => context.close(),
  };
}

export async function openNeighbours(): Promise<Neighbours> {
  const [port = 0] = await freePorts(1);
  const exchange: Exchange = { api: null, planting: [], cookies: new Map() };
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
