/** The app as the two social providers know it. Whoever develops against this world uses these. */
export const SOCIAL_APPS = {
  facebookAppId: '1700000000000001',
  facebookAppSecret: 'jawhara-development-facebook-secret',
  googleClientId: 'jawhara-development.apps.googleusercontent.example',
} as const;
