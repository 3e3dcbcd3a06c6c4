/** Redis or PostgreSQL cannot be asked now. The caller tries again; nothing was changed, or its batch id says so. */
export class StorageAway extends Error {
  constructor(why: string, cause?: unknown) {
    super(`room storage is away: ${why}`, { cause });
    this.name = 'StorageAway';
  }
}
