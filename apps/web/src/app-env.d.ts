interface ImportMetaEnv {
  readonly VITE_APP_STORE_URL?: string;
  readonly VITE_GOOGLE_PLAY_URL?: string;
  readonly VITE_APP_GALLERY_URL?: string;
  readonly VITE_APK_URL?: string;
}

/** Set by the build from package.json. */
declare const __SITE_VERSION__: string;
