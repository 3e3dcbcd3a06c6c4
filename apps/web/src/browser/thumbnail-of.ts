import { IMAGE_RESIZE_WIDTH_PX } from '@jawhara/domain';

/** A thumbnail of a picture as a data address; null if the browser cannot draw it. */
export async function thumbnailOf(file: Blob, widthPx = IMAGE_RESIZE_WIDTH_PX): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = widthPx / Math.min(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = widthPx;
    canvas.height = widthPx;
    const width = bitmap.width * scale;
    const height = bitmap.height * scale;
    canvas.getContext('2d')?.drawImage(bitmap, (widthPx - width) / 2, (widthPx - height) / 2, width, height);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', 0.7);
  } catch {
    return null;
  }
}
