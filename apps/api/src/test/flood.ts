import { Agent, request } from 'node:http';

/* A client in a process of its own, so that it takes no CPU time from the server. It sends all requests at once. */

const [, , url = ''] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const headers = { 'content-type': 'application/json' };

function send(body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });
}

let held: readonly string[] = [];

process.on('message', (message: { readonly hold: readonly string[] } | 'send') => {
  if (message !== 'send') {
    held = message.hold;
    process.send?.('held');
    return;
  }
  void Promise.all(held.map(send)).then((statuses) => process.send?.(statuses));
});
