import type { Plugin } from 'vite';

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/;

/** The npm packages contained in each file of the build, for the record of scripts. Our own code has no package. */
export const CHUNK_PACKAGES_FILE = '.vite/packages.json';

/** Writes that file into the built site, in the folder `.vite`, which the edge does not serve. */
export function chunkPackages(): Plugin {
  return {
    name: 'chunk-packages',
    apply: 'build',
    generateBundle(options, bundle) {
      if (options.format !== 'es' || this.environment.config.build.ssr !== false) return;
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const packages = chunks.map(({ fileName, moduleIds }) => [
        fileName,
        [...new Set(moduleIds.flatMap((id) => PACKAGE.exec(id)?.[1] ?? []))].toSorted(),
      ]);
      this.emitFile({
        type: 'asset',
        fileName: CHUNK_PACKAGES_FILE,
        source: JSON.stringify(Object.fromEntries(packages)),
      });
    },
  };
}
