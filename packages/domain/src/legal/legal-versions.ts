/** The documents that a payer agrees to by paying. */
export const LEGAL_DOCUMENTS = ['agreement', 'privacy', 'refunds'] as const;

export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number];

/** The version of each document that a payer was shown. */
export type LegalVersions = Readonly<Record<LegalDocumentName, number>>;

/**
 * The current versions. A changed text gets the next number and files of its own, because what was agreed to must stay
 * readable: a test of the site compares each text with its number.
 */
export const LEGAL_VERSIONS: LegalVersions = { agreement: 1, privacy: 3, refunds: 1 };

/** The version that a link names, or the current version if no such version was published. */
export function readLegalVersion(name: LegalDocumentName, text: string | null): number {
  const version = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 0;
  return version >= 1 && version < LEGAL_VERSIONS[name] ? version : LEGAL_VERSIONS[name];
}

const WRITTEN = /^agreement-(\d{1,4}) privacy-(\d{1,4}) refunds-(\d{1,4})$/;

/** The versions as text, for orders and people. */
export function legalVersionsText(versions: LegalVersions): string {
  return LEGAL_DOCUMENTS.map((name) => `${name}-${versions[name]}`).join(' ');
}

export function parseLegalVersions(text: string): LegalVersions | null {
  const [, agreement, privacy, refunds] = WRITTEN.exec(text)?.map(Number) ?? [];
  if (agreement === undefined || privacy === undefined || refunds === undefined) return null;
  return { agreement, privacy, refunds };
}
