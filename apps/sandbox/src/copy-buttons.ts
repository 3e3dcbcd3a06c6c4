const SHOWN_MS = 1_200;

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    button.textContent = '✓';
    setTimeout(() => (button.textContent = label), SHOWN_MS);
  });
}
