import type { frame as en } from '../en/frame.ts';
import type { Same } from '../same.ts';

export const frame: Same<typeof en> = {
  screens: {
    generate: '생성',
    queue: '큐',
    gallery: '갤러리',
    engine: '엔진',
    settings: '설정',
  },
};
