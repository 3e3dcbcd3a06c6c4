/** Hands a file to the browser's own downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(content);
  link.click();
  // Not at once: some browsers read it only after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
