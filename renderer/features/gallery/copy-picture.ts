/** Draws any picture as PNG: the one kind that every clipboard takes. */
async function asPng(blob: Blob): Promise<Blob> {
  if (blob.type === 'image/png') return blob;
  const bitmap = await createImageBitmap(blob);
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the picture could not be drawn'))), 'image/png');
  });
}

/** Puts the picture behind `url` on the clipboard; false where the browser cannot or must not. */
export async function copyPicture(url: string): Promise<boolean> {
  if (typeof ClipboardItem === 'undefined') return false;
  try {
    const png = fetch(url).then(async (response) => asPng(await response.blob()));
    // Whoever refuses the write leaves nobody who waits for the picture.
    png.catch(() => undefined);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}
