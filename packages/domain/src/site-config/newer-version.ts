/** The specified comparison: the digits joined, so that 1.0.328 is 10328. */
function joined(version: string): number {
  return Number(version.replace(/\D/g, ''));
}

export function isNewerVersion(published: string, running: string): boolean {
  return joined(published) > joined(running);
}
