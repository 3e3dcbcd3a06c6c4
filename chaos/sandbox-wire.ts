/** How the strings behind the sandbox's stage are pulled. */
export interface SandboxWire {
  get<Value>(path: string): Promise<Value>;
  post<Value>(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Value>;
}

export function sandboxWire(sandboxUrl: string): SandboxWire {
  async function read<Value>(path: string, init: RequestInit): Promise<Value> {
    const answer = await fetch(`${sandboxUrl}${path}`, init);
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Value;
  }
  return {
    get: (path) => read(path, {}),
    post: (path, body, headers = {}) =>
      read(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}
