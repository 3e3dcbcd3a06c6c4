/** A report of half a million rows takes minutes on a slow line. */
const DOWNLOAD_MAX_MS = 15 * 60_000;

/** A provider's file as a stream. Our key goes to this address and to no other. */
export async function fetchFile(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(address, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(DOWNLOAD_MAX_MS),
  });
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel();
    throw new Error(`the report could not be fetched: status ${answer.status}`);
  }
  return answer.body;
}
