/** HTTP calls to the sandbox's controls. */
export interface SandboxWire {
  get<Value>(path: string): Promise<Value>;
  post<Value>(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Value>;
  /** As `post`, but null if the sandbox refuses the call. */
  tryPost<Value>(path: string, body: object): Promise<Value | null>;
}

const REFUSED = 400;

export function sandboxWire(sandboxUrl: string): SandboxWire {
  async function read<Value>(path: string, answer: Response): Promise<Value> {
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Value;
  }
  const send = (path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${sandboxUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    get: async (path) => read(path, await fetch(`${sandboxUrl}${path}`)),
    post: async (path, body, headers = {}) => read(path, await send(path, body, headers)),
    async tryPost<Value>(path: string, body: object) {
      const answer = await send(path, body, {});
      if (answer.status !== REFUSED) return read<Value>(path, answer);
      await answer.body?.cancel();
      return null;
    },
  };
}
