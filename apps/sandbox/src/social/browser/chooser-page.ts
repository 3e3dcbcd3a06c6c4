/** Runs in the sign-in window: a press on a test person fetches that person's token and posts it to the opener. */
const script = document.querySelector<HTMLScriptElement>('#chooser');
const { provider = '', origin = '', nonce = '' } = script?.dataset ?? {};

async function choose(person: string): Promise<void> {
  let answer: unknown = null;
  if (person !== '') {
    const response = await fetch(`/social/${provider}/chosen`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ person, ...(nonce === '' ? {} : { nonce }) }),
    });
    answer = await response.json();
  }
  // The opener is Google's button, a frame of this origin, or for Facebook the shop's page.
  const opener = window.opener as Window | null;
  opener?.postMessage({ social: provider, answer }, origin);
  window.close();
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-person]')) {
  button.addEventListener('click', () => void choose(button.dataset['person'] ?? ''));
}
