/** The documents that a payer agrees to by paying. */
export const LEGAL_DOCUMENTS = ['agreement', 'privacy', 'refunds'] as const;

export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number];

/** Which version of each document somebody was shown. */
export type LegalVersions = Readonly<Record<LegalDocumentName, number>>;

/**
 * The texts as they are now. A text whose words change gets the next number and files of its own, because what was agreed to must
 * stay readable: a test of the site holds each text against its number.
 */
export const LEGAL_VERSIONS: LegalVersions = { agreement: 1, privacy: 2, refunds: 1 };

/** The version that a link names; whatever was never published is the one of today. */
export function readLegalVersion(name: LegalDocumentName, text: string | null): number {
  const version = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 0;
  return version >= 1 && version < LEGAL_VERSIONS[name] ? version : LEGAL_VERSIONS[name];
}

const WRITTEN = /^agreement-(\d{1,4}) privacy-(\d{1,4}) refunds-(\d{1,4})$/;

/** As orders keep it and people read it. */
export function legalVersionsText(versions: LegalVersions): string {
  return LEGAL_DOCUMENTS.map((name) => `${name}-${versions[name]}`).join(' ');
}

export function parseLegalVersions(text: string): LegalVersions | null {
  const [, agreement, privacy, refunds] = WRITTEN.exec(text)?.map(Number) ?? [];
  if (agreement === undefined || privacy === undefined || refunds === undefined) return null;
  return { agreement, privacy, refunds };
}
