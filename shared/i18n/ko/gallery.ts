import type { gallery as en } from '../en/gallery.ts';
import type { Same } from '../same.ts';

export const gallery: Same<typeof en> = {};
