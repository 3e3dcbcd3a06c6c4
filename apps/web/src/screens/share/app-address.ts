/** The app's own address, with whose invitation it is. */
export function appAddress(open: string, inviterId: string | null): string {
  const address = new URL(open);
  if (inviterId !== null) address.searchParams.set('info', inviterId);
  return address.href;
}
