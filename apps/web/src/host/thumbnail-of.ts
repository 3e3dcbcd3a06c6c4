const EDGE_PX = 168;

/** A small picture of a picture, as an address that needs no network; null where the browser cannot draw it. */
export async function thumbnailOf(file: Blob): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = EDGE_PX / Math.min(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = EDGE_PX;
    canvas.height = EDGE_PX;
    const width = bitmap.width * scale;
    const height = bitmap.height * scale;
    canvas.getContext('2d')?.drawImage(bitmap, (EDGE_PX - width) / 2, (EDGE_PX - height) / 2, width, height);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', 0.7);
  } catch {
    return null;
  }
}
