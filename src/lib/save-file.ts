// Downloads a generated file.

/** Safari reads it after its user has agreed to the download, and has no event for that. */
const RELEASE_MS = 60_000;

export function saveFile(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}
