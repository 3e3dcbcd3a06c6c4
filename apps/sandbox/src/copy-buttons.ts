const SHOWN_MS = 1_200;

async function copy(button: HTMLButtonElement): Promise<void> {
  const label = button.textContent;
  await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
  button.textContent = '✓';
  setTimeout(() => (button.textContent = label), SHOWN_MS);
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.addEventListener('click', () => void copy(button));
}
