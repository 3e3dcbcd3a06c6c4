// Plain JavaScript, run before everything else: an old Node must still be able to read it.
const NODE_MAJOR = 24;
const version = process.versions.node;

if (Number(version.split('.')[0]) < NODE_MAJOR) {
  console.error(
    `Node ${NODE_MAJOR} or newer is needed, this is ${version}. ` +
      'On Linux x64 and arm64 run npm install, which brings its own; elsewhere run nvm install, which reads .nvmrc.',
  );
  process.exitCode = 1;
}
