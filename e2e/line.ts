import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * Between the browser and everything else, as its proxy: a line that can come to a halt in the middle of what is sent, be
 * cut, and be mended. The browser knows of none of it but by what no longer comes.
 */
export class Line {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #halt: { readonly path: string; readonly afterBytes: number } | null = null;
  #isCut = false;
  readonly #halted: IncomingMessage[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      const { hostname, port, pathname, search } = new URL(request.url ?? '');
      const { method, headers } = request;
      const onwards = httpRequest(
        { hostname, port, method, path: `${pathname}${search}`, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onwards.on('error', () => response.destroy());
      response.on('close', () => onwards.destroy());
      request.on('data', (chunk: Buffer) => onwards.write(chunk));
      request.on('end', () => onwards.end());
      if (pathname === this.#halt?.path) this.#haltLater(request, this.#halt.afterBytes);
    });
    // Browsers ask a proxy for a tunnel where they open a WebSocket.
    this.#server.on('connect', ({ url = '' }, browser) => {
      const [hostname = '', port] = url.split(':');
      const onwards = connect({ host: hostname, port: Number(port) }, () => {
        browser.write('HTTP/1.1 200 Connection established\r\n\r\n');
        browser.pipe(onwards).pipe(browser);
      });
      onwards.on('error', () => browser.destroy()).on('close', () => browser.destroy());
      browser.on('error', () => onwards.destroy()).on('close', () => onwards.destroy());
    });
    this.#server.on('connection', (socket) => {
      if (this.#isCut) return socket.resetAndDestroy();
      this.#sockets.add(socket);
      return socket.on('close', () => this.#sockets.delete(socket)).on('error', () => {});
    });
  }

  /** Nobody reads on: the rest stays with the browser. */
  #haltLater(request: IncomingMessage, afterBytes: number): void {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (this.#halt === null || bytes < afterBytes || request.isPaused()) return;
      request.pause();
      this.#halted.push(request);
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What is sent to this path from now on comes so far and no farther. */
  haltAfter(path: string, afterBytes: number): void {
    this.#halt = { path, afterBytes };
  }

  /** How many requests stand still in their middle, or have been cut there. */
  get halted(): number {
    return this.#halted.length;
  }

  /** What stands still is read again, as far as it was sent. */
  goOn(): void {
    this.#halt = null;
    for (const request of this.#halted) request.resume();
  }

  /** Whatever is on its way is gone, and nothing new comes through. */
  cut(): void {
    this.#isCut = true;
    this.#halt = null;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
