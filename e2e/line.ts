import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy between the browser and everything else: a connection that can be halted in the middle of a request, cut, and
 * restored. The browser notices only that no more data comes.
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
    // For a WebSocket, browsers ask the proxy for a tunnel.
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

  /** Stops reading the request after this many bytes, so that the browser cannot send the rest. */
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

  /** Halts requests to this path after this many bytes. */
  haltAfter(path: string, afterBytes: number): void {
    this.#halt = { path, afterBytes };
  }

  /** The number of requests that were halted. */
  get halted(): number {
    return this.#halted.length;
  }

  /** Reads on in the halted requests. */
  goOn(): void {
    this.#halt = null;
    for (const request of this.#halted) request.resume();
  }

  /** Drops all connections and accepts no new ones. */
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
