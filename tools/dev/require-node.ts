const NODE_MAJOR = 24;

/** npm puts our own Node first where it has one for the platform; elsewhere .nvmrc names the one to use. */
export function requireNode(version: string = process.versions.node): void {
  if (Number(version.split('.')[0]) >= NODE_MAJOR) return;
  throw new Error(
    `Node ${NODE_MAJOR} or newer is needed, this is ${version}. ` +
      'On Linux x64 run npm install, it brings its own; elsewhere: nvm install (it reads .nvmrc).',
  );
}
