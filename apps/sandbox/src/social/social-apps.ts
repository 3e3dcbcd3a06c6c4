/** Our app's ids and secrets at the two social providers, for development. */
export const SOCIAL_APPS = {
  facebookAppId: '1700000000000001',
  facebookAppSecret: 'jawhara-development-facebook-secret',
  googleClientId: 'jawhara-development.apps.googleusercontent.example',
} as const;
