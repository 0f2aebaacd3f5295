/** Pixels in rows from the top, three bytes (RGB) each. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** One byte a pixel: 255 = selected. */
export interface Mask {
  width: number;
  height: number;
  data: Uint8Array;
}

/** All black. */
export const emptyPicture = (width: number, height: number): Picture => ({
  width,
  height,
  data: new Uint8Array(width * height * 3),
});
