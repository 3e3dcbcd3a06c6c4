/** Set by the build from package.json. */
declare const __SITE_VERSION__: string;
